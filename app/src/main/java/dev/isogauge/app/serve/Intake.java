package dev.isogauge.app.serve;

import dev.isogauge.app.serve.Refusal.Reason;
import dev.isogauge.chance.Chances;
import dev.isogauge.chance.StreamChances;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.InitialValue;
import dev.isogauge.online.host.DiskSpace;
import dev.isogauge.online.host.StreamChecker;
import dev.isogauge.online.host.StreamClock;
import dev.isogauge.online.kernel.Horizon;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The way of a batch: parsed on the thread of its request, put in order, made durable together with
 * all that wait, acknowledged, and judged in the order of the journal, which is the order in which
 * a restart judges them.
 */
final class Intake implements Submitter.Owner {
  /** What may wait to be judged; a batch more is let in if less waits. */
  private static final long WAITING_BYTES = Runtime.getRuntime().maxMemory() / 8;

  private static final long WAKE_MILLIS = 100;
  private static final long GROUP_BYTES = 16L << 20;

  /** How the checker says where it found what. */
  private static final Pattern FAULT = Pattern.compile("line ([0-9]+): (.*)", Pattern.DOTALL);

  private final StreamChecker checker;
  private final Optional<WrittenValues> written;
  private final Consumer<Exception> onFailure;
  private final Thread writer = new Thread(this::write, "isogauge-journal");
  private final Submitter submitter;
  private final StreamClock clock;
  private final Journal journal;
  private final DiskSpace space;
  private final Runnable onHorizon;
  private final StreamChances chances = new StreamChances();

  // Guarded by this.
  private final StreamKinds kinds = new StreamKinds();
  private final BatchIds ids = new BatchIds();
  private final StreamInitial initial;
  private final Deque<Pending> toWrite = new ArrayDeque<>();
  private boolean checkpointAtEnd;
  private Optional<Refusal> closed =
      Optional.of(new Refusal(Reason.NOT_YET, "the service is replaying its journal"));
  private boolean isOpen;
  private boolean ending;
  private long waitingBytes;
  private long transactions;
  private long batches;
  private long duplicates;
  private long repeated;

  /** A batch on its way. */
  private record Pending(
      String id,
      BatchFormat format,
      byte[] body,
      long memory,
      ParsedBatch parsed,
      Fingerprints fingerprints,
      CompletableFuture<Acceptance> durable) {}

  /** A batch that is about to be written, and which of its transactions were sent before. */
  private record Admitted(Pending pending, BitSet repeated) {}

  /** What came in, replayed batches included. */
  record Counts(
      long transactions,
      long batches,
      long duplicates,
      long repeated,
      long waitingBytes,
      long journalBytes) {}

  /**
   * Takes nothing yet.
   *
   * @param written refuses values that were written before; none if timestamps decide
   */
  Intake(
      StreamChecker checker,
      Optional<WrittenValues> written,
      Atoms atoms,
      StreamClock clock,
      Horizon horizon,
      Journal journal,
      DiskSpace space,
      Runnable onHorizon,
      StreamInitial initial,
      Submitter.Checkpoints checkpoints,
      Consumer<Exception> onFailure) {
    this.initial = initial;
    this.checker = checker;
    this.written = written;
    this.clock = clock;
    this.journal = journal;
    this.space = space;
    this.onHorizon = onHorizon;
    this.onFailure = onFailure;
    writer.setDaemon(true);
    this.submitter = new Submitter(checker, atoms, clock, horizon, checkpoints, this, onFailure);
  }

  /** Judges a batch of the journal again, while the next one is parsed. */
  void replay(Batch batch) throws IOException {
    try {
      ParsedBatch parsed = BatchParser.parse(batch.body(), batch.format(), written.isEmpty());
      Fingerprints fingerprints = Fingerprints.of(parsed);
      replay(batch, parsed, fingerprints);
    } catch (BadBatchException e) {
      throw new IOException(
          "batch "
              + batch.sequence()
              + " of the journal was accepted and is refused now: line "
              + e.line()
              + ": "
              + e.getMessage());
    } catch (Refusal e) {
      throw new IOException("cannot replay the journal: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while replaying the journal");
    }
  }

  private synchronized void replay(Batch batch, ParsedBatch all, Fingerprints fingerprints)
      throws BadBatchException, Refusal, InterruptedException {
    kinds.admit(all, fingerprints);
    initial.admit(all);
    ParsedBatch parsed = all.without(batch.repeated());
    if (written.isPresent()) {
      written.get().admit(parsed);
    }
    transactions += parsed.transactions();
    repeated += batch.repeated().cardinality();
    batches++;
    int left = batch.repeated().cardinality();
    long memory = BatchParser.memoryOf(batch.body());
    submitter.add(new Submitter.Ready(parsed, left, memory, batch.time(), batch.sequence()));
    waitingBytes += memory;
    notifyAll();
    awaitWaiting(WAITING_BYTES);
  }

  /** Waits until at most this many bytes wait to be judged, or judging has ended. */
  private synchronized void awaitWaiting(long bytes) throws InterruptedException {
    while (waitingBytes > bytes && submitter.isAlive()) {
      wait(WAKE_MILLIS);
    }
  }

  /** Begins to judge what is replayed. */
  void start() {
    submitter.start();
  }

  /** Begins to take batches. All that was replayed must have been handed to the checker. */
  void open() {
    synchronized (this) {
      isOpen = true;
      closed = Optional.empty();
      submitter.open();
    }
    writer.start();
  }

  /** Waits until the checker has all that was replayed. */
  void awaitReplayed() throws InterruptedException {
    awaitWaiting(0);
  }

  /**
   * Takes a batch, and returns when it is durable. An empty id is none.
   *
   * @param memory what its transactions take
   */
  Acceptance accept(String id, BatchFormat format, byte[] body, long memory)
      throws BadBatchException, RepeatedException, Refusal, InterruptedException {
    Optional<CompletableFuture<Acceptance>> earlier = earlier(id, body);
    if (earlier.isPresent()) {
      return await(earlier.get()).again();
    }
    ParsedBatch parsed = BatchParser.parse(body, format, written.isEmpty());
    requireJudgeable(parsed);
    Fingerprints fingerprints = Fingerprints.of(parsed);
    Pending pending =
        new Pending(id, format, body, memory, parsed, fingerprints, new CompletableFuture<>());
    synchronized (this) {
      earlier = earlier(id, body);
      if (earlier.isEmpty()) {
        kinds.admit(parsed, fingerprints);
        ids.begin(id, body, pending.durable());
        toWrite.add(pending);
        waitingBytes += memory;
        notifyAll();
      }
    }
    return earlier.isPresent() ? await(earlier.get()).again() : await(pending.durable());
  }

  /** What the checker would refuse must not get into the journal. */
  private void requireJudgeable(ParsedBatch parsed) throws BadBatchException {
    try {
      parsed.blocks().forEach(block -> checker.validate(block, parsed.atoms()));
    } catch (IllegalArgumentException e) {
      Matcher fault = FAULT.matcher(String.valueOf(e.getMessage()));
      throw fault.matches()
          ? new BadBatchException(Long.parseLong(fault.group(1)), 1, "found " + fault.group(2))
          : new BadBatchException(1, 1, e.getMessage());
    }
  }

  /** The answer to an earlier batch of this id, which may still come; else there must be room. */
  private synchronized Optional<CompletableFuture<Acceptance>> earlier(String id, byte[] body)
      throws Refusal {
    Optional<CompletableFuture<Acceptance>> answer = ids.earlier(id, body);
    if (answer.isEmpty() && !id.isEmpty()) {
      answer = durable(id, body).map(CompletableFuture::completedFuture);
    }
    if (answer.isPresent()) {
      duplicates++;
      return answer;
    }
    if (closed.isPresent()) {
      throw closed.get();
    }
    if (space.isAwaited()) {
      throw new Refusal(Reason.NO_SPACE, "the disk of the service is full");
    }
    if (checker.isFull() || waitingBytes >= WAITING_BYTES) {
      throw new Refusal(Reason.BUSY, "memory is full until earlier transactions are judged");
    }
    return Optional.empty();
  }

  private Optional<Acceptance> durable(String id, byte[] body) throws Refusal {
    try {
      return journal.sent().batch(id, body);
    } catch (IOException e) {
      throw refusal(e);
    }
  }

  private Refusal refusal(IOException e) {
    return new Refusal(
        space.isFull(e) ? Reason.NO_SPACE : Reason.NOT_DURABLE,
        "the journal cannot be used: " + e.getMessage());
  }

  private static Acceptance await(CompletableFuture<Acceptance> durable)
      throws BadBatchException, RepeatedException, Refusal, InterruptedException {
    try {
      return durable.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Refusal refusal) {
        throw refusal;
      }
      if (e.getCause() instanceof RepeatedException repeated) {
        throw repeated;
      }
      if (e.getCause() instanceof BadBatchException bad) {
        throw bad;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private void write() {
    try {
      for (List<Pending> group = nextGroup(); !group.isEmpty(); group = nextGroup()) {
        writeGroup(group);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      refuseAll(new Refusal(Reason.NOT_DURABLE, "the journal failed: " + e));
      onFailure.accept(new IllegalStateException(e));
      throw e;
    } finally {
      synchronized (this) {
        submitter.end(checkpointAtEnd);
      }
    }
  }

  /** No request may wait for ever for a writer that is gone. */
  private void refuseAll(Refusal refusal) {
    List<CompletableFuture<Acceptance>> refused = new ArrayList<>();
    synchronized (this) {
      closed = Optional.of(refusal);
      toWrite.forEach(pending -> refused.add(pending.durable()));
      refused.addAll(ids.answersToCome());
      toWrite.clear();
    }
    refused.forEach(answer -> answer.completeExceptionally(refusal));
  }

  /** All that waits to be written, up to a limit; nothing if there will be no more. */
  private synchronized List<Pending> nextGroup() throws InterruptedException {
    while (toWrite.isEmpty() && !ending) {
      wait();
    }
    List<Pending> group = new ArrayList<>();
    long bytes = 0;
    while (!toWrite.isEmpty() && (group.isEmpty() || bytes < GROUP_BYTES)) {
      group.add(toWrite.poll());
      bytes += group.get(group.size() - 1).body().length;
    }
    return group;
  }

  private void writeGroup(List<Pending> group) {
    List<Admitted> admitted = new ArrayList<>();
    long now = clock.now();
    long next;
    Optional<String> initialBefore = initial.value();
    try {
      Journal.Group writing = journal.begin(now);
      admit(group, writing, admitted);
      next = admitted.isEmpty() ? 0 : writing.commit();
    } catch (IOException e) {
      initial.value(initialBefore);
      written.ifPresent(
          values ->
              admitted.forEach(
                  each -> values.takeBack(each.pending().parsed().without(each.repeated()))));
      notDurable(group, e);
      return;
    }
    synchronized (this) {
      for (Admitted each : admitted) {
        Pending pending = each.pending();
        ParsedBatch counts = pending.parsed().without(each.repeated());
        int left = each.repeated().cardinality();
        ids.end(pending.id());
        transactions += counts.transactions();
        repeated += left;
        batches++;
        submitter.add(new Submitter.Ready(counts, left, pending.memory(), now, next++));
      }
      notifyAll();
    }
    for (Admitted each : admitted) {
      int accepted = each.pending().parsed().transactions();
      int repeatedNow = each.repeated().cardinality();
      each.pending().durable().complete(new Acceptance(accepted, repeatedNow, false));
    }
  }

  /** Refuses batches that contradict earlier ones. */
  private void admit(List<Pending> group, Journal.Group writing, List<Admitted> admitted)
      throws IOException {
    for (Pending pending : group) {
      try {
        initial.require(pending.parsed());
        SentBefore.Checked checked = writing.check(pending.fingerprints(), pending.id());
        BitSet found = checked.repeated();
        if (written.isPresent()) {
          written.get().admit(pending.parsed().without(found));
        }
        initial.admit(pending.parsed());
        writing.add(
            pending.id(), pending.format(), pending.body(), pending.fingerprints(), checked);
        admitted.add(new Admitted(pending, found));
      } catch (BadBatchException | RepeatedException | Refusal e) {
        forget(List.of(pending));
        pending.durable().completeExceptionally(e);
      }
    }
  }

  private synchronized void forget(List<Pending> refused) {
    for (Pending pending : refused) {
      ids.end(pending.id());
      waitingBytes -= pending.memory();
    }
    notifyAll();
  }

  private void notDurable(List<Pending> group, IOException failure) {
    Refusal refusal = refusal(failure);
    boolean canGoOn = refusal.reason() == Reason.NO_SPACE;
    List<Pending> refused = new ArrayList<>(group);
    synchronized (this) {
      if (!canGoOn) {
        closed = Optional.of(refusal);
        refused.addAll(toWrite);
        toWrite.clear();
      }
      refused.removeIf(pending -> pending.durable().isDone());
      forget(refused);
    }
    refused.forEach(pending -> pending.durable().completeExceptionally(refusal));
    if (!canGoOn) {
      onFailure.accept(failure);
    }
  }

  @Override
  public void submitting(Submitter.Ready batch) {
    ParsedBatch parsed = batch.parsed();
    chances.take(parsed.blocks(), parsed.atoms(), initial.value().orElse(InitialValue.NIL));
  }

  @Override
  public synchronized void submitted(Submitter.Ready batch) {
    waitingBytes -= batch.memory();
    notifyAll();
  }

  @Override
  public void age() {
    onHorizon.run();
  }

  /** Makes a checkpoint of all that was acknowledged; returns how many transactions it has. */
  long checkpoint() throws Refusal, InterruptedException {
    long wanted;
    long answer;
    synchronized (this) {
      if (closed.isPresent()) {
        throw closed.get();
      }
      wanted = batches;
      answer = transactions;
    }
    submitter.checkpoint(wanted);
    return answer;
  }

  /** What {@link #restore} needs, as of what was submitted. */
  @Override
  public synchronized byte[] state() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream to = new DataOutputStream(bytes);
    submitter.save(to);
    to.writeLong(duplicates);
    kinds.save(to);
    chances.save(to);
    initial.save(to);
    return bytes.toByteArray();
  }

  /** Goes on from a checkpoint, before anything is replayed. */
  synchronized void restore(long batch, byte[] state) throws IOException {
    DataInputStream from = new DataInputStream(new ByteArrayInputStream(state));
    submitter.restore(batch, from);
    transactions = submitter.transactions();
    batches = submitter.batches();
    repeated = submitter.repeated();
    duplicates = from.readLong();
    kinds.restore(from);
    chances.restore(from);
    initial.restore(from);
  }

  /**
   * Takes no more batches, and waits until those on their way are durable and acknowledged.
   *
   * @param withCheckpoint whether to make one when all are with the checker
   */
  void end(String why, boolean withCheckpoint) throws InterruptedException {
    boolean started;
    synchronized (this) {
      started = isOpen;
      if (closed.isEmpty() || !started) {
        closed = Optional.of(new Refusal(Reason.STOPPING, why));
      }
      ending = true;
      checkpointAtEnd = withCheckpoint;
      notifyAll();
    }
    if (started) {
      writer.join();
    }
  }

  /**
   * After the end: waits until the checker has all that was acknowledged, and a last checkpoint is
   * made if one is wanted.
   *
   * @param millis how long to wait at most; 0 for ever
   */
  void awaitSubmitted(long millis) throws InterruptedException {
    synchronized (this) {
      if (!isOpen) {
        return;
      }
    }
    submitter.await(millis);
  }

  /** After the end: gives up handing batches to the checker, which is about to be closed. */
  void abandon() {
    submitter.abandon();
  }

  /** What all that was submitted could have shown. */
  Chances chances() {
    return chances.chances();
  }

  synchronized Counts counts() {
    return new Counts(transactions, batches, duplicates, repeated, waitingBytes, journal.bytes());
  }
}
