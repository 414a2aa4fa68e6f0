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
import java.io.UncheckedIOException;
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
  /** Bytes of bodies that may wait to be judged; a batch more is let in if nothing waits. */
  private static final long WAITING_BYTES = 32L << 20;

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
  private final Repeats repeats;
  private final DiskSpace space;
  private final Runnable onHorizon;
  private final StreamChances chances = new StreamChances();
  private Journal journal;

  // Guarded by this.
  private final StreamKinds kinds = new StreamKinds();
  private final BatchIds ids = new BatchIds();
  private final StreamInitial initial;
  private final Deque<Pending> toWrite = new ArrayDeque<>();
  private boolean checkpointAtEnd;
  private Optional<Refusal> closed =
      Optional.of(new Refusal(Reason.NOT_YET, "the service is replaying its journal"));
  private boolean ending;
  private long waitingBytes;
  private long transactions;
  private long batches;
  private long duplicates;
  private long repeated;
  private long journalBytes;

  /** A batch on its way. */
  private record Pending(
      String id,
      Optional<Digest> digest,
      BatchFormat format,
      byte[] body,
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
      Repeats repeats,
      DiskSpace space,
      Runnable onHorizon,
      StreamInitial initial,
      Submitter.Checkpoints checkpoints,
      Consumer<Exception> onFailure) {
    this.initial = initial;
    this.checker = checker;
    this.written = written;
    this.clock = clock;
    this.repeats = repeats;
    this.space = space;
    this.onHorizon = onHorizon;
    this.onFailure = onFailure;
    writer.setDaemon(true);
    this.submitter = new Submitter(checker, atoms, clock, horizon, checkpoints, this, onFailure);
  }

  /** Judges a batch of the journal again, while the next one is parsed. */
  void replay(Batch batch, JournalPosition end) throws IOException {
    try {
      ParsedBatch parsed = BatchParser.parseAccepted(batch, written.isEmpty());
      Fingerprints fingerprints = Fingerprints.of(parsed);
      repeats.replay(fingerprints, batch.sequence(), batch.id(), batch.repeated());
      replay(batch, parsed, fingerprints, end);
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

  private synchronized void replay(
      Batch batch, ParsedBatch all, Fingerprints fingerprints, JournalPosition end)
      throws BadBatchException, Refusal, InterruptedException {
    kinds.admit(all, fingerprints);
    initial.admit(all);
    ParsedBatch parsed = all.without(batch.repeated());
    if (written.isPresent()) {
      written.get().admit(parsed);
    }
    BatchIds.digest(batch.id())
        .ifPresent(digest -> ids.end(digest, batch.transactions(), batch.body()));
    transactions += parsed.transactions();
    repeated += batch.repeated().cardinality();
    batches++;
    int left = batch.repeated().cardinality();
    submitter.add(new Submitter.Ready(parsed, left, batch.body().length, batch.time(), end));
    waitingBytes += batch.body().length;
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
  void open(Journal opened) {
    synchronized (this) {
      journal = opened;
      journalBytes = opened.bytes();
      closed = Optional.empty();
      submitter.open();
    }
    writer.start();
  }

  /** Waits until the checker has all that was replayed. */
  void awaitReplayed() throws InterruptedException {
    awaitWaiting(0);
  }

  /** Takes a batch, and returns when it is durable. An empty id is none. */
  Acceptance accept(String id, BatchFormat format, byte[] body)
      throws BadBatchException, RepeatedException, Refusal, InterruptedException {
    Optional<Digest> digest = BatchIds.digest(id);
    Optional<CompletableFuture<Acceptance>> earlier = earlier(digest, body);
    if (earlier.isPresent()) {
      return await(earlier.get()).again();
    }
    ParsedBatch parsed = BatchParser.parse(body, format, written.isEmpty());
    requireJudgeable(parsed);
    Fingerprints fingerprints = Fingerprints.of(parsed);
    Pending pending =
        new Pending(id, digest, format, body, parsed, fingerprints, new CompletableFuture<>());
    synchronized (this) {
      earlier = earlier(digest, body);
      if (earlier.isEmpty()) {
        kinds.admit(parsed, fingerprints);
        digest.ifPresent(value -> ids.begin(value, body, pending.durable()));
        toWrite.add(pending);
        waitingBytes += body.length;
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
  private synchronized Optional<CompletableFuture<Acceptance>> earlier(
      Optional<Digest> digest, byte[] body) throws Refusal {
    if (digest.isPresent()) {
      Optional<CompletableFuture<Acceptance>> answer = ids.earlier(digest.get(), body);
      if (answer.isPresent()) {
        duplicates++;
        return answer;
      }
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
    List<JournalPosition> ends;
    // A checkpoint knows of what is durable only.
    synchronized (repeats) {
      Optional<String> initialBefore = initial.value();
      try {
        admit(group, admitted);
        ends = admitted.isEmpty() ? List.of() : journal.append(records(admitted, now));
      } catch (IOException | RuntimeException e) {
        initial.value(initialBefore);
        admitted.forEach(each -> repeats.takeBack(each.pending().fingerprints(), each.repeated()));
        written.ifPresent(
            values ->
                admitted.forEach(
                    each -> values.takeBack(each.pending().parsed().without(each.repeated()))));
        notDurable(
            group,
            e instanceof JournalException failure
                ? failure
                : new JournalException(
                    "cannot note what was sent",
                    new IOException(e.getMessage(), e),
                    e instanceof UncheckedIOException));
        return;
      }
    }
    synchronized (this) {
      for (int i = 0; i < admitted.size(); i++) {
        Pending pending = admitted.get(i).pending();
        ParsedBatch counts = pending.parsed().without(admitted.get(i).repeated());
        int accepted = pending.parsed().transactions();
        pending.digest().ifPresent(digest -> ids.end(digest, accepted, pending.body()));
        transactions += counts.transactions();
        int left = accepted - counts.transactions();
        repeated += left;
        batches++;
        submitter.add(new Submitter.Ready(counts, left, pending.body().length, now, ends.get(i)));
      }
      journalBytes = journal.bytes();
      notifyAll();
    }
    for (Admitted each : admitted) {
      int accepted = each.pending().parsed().transactions();
      int repeatedNow = each.repeated().cardinality();
      each.pending().durable().complete(new Acceptance(accepted, repeatedNow, false));
    }
  }

  /** Refuses batches that contradict earlier ones. */
  private void admit(List<Pending> group, List<Admitted> admitted) {
    for (Pending pending : group) {
      try {
        long sequence = journal.nextSequence() + admitted.size();
        initial.require(pending.parsed());
        BitSet found = repeats.take(pending.fingerprints(), sequence, pending.id());
        if (written.isPresent()) {
          admitValues(written.get(), pending, found);
        }
        initial.admit(pending.parsed());
        admitted.add(new Admitted(pending, found));
      } catch (BadBatchException | RepeatedException | Refusal e) {
        forget(List.of(pending));
        pending.durable().completeExceptionally(e);
      }
    }
  }

  private void admitValues(WrittenValues values, Pending pending, BitSet found)
      throws BadBatchException, Refusal {
    try {
      values.admit(pending.parsed().without(found));
    } catch (BadBatchException | Refusal e) {
      repeats.takeBack(pending.fingerprints(), found);
      throw e;
    }
  }

  private List<Batch> records(List<Admitted> admitted, long now) {
    List<Batch> records = new ArrayList<>();
    for (Admitted each : admitted) {
      Pending pending = each.pending();
      records.add(
          new Batch(
              journal.nextSequence() + records.size(),
              now,
              pending.format(),
              pending.id(),
              pending.parsed().transactions(),
              each.repeated(),
              pending.body()));
    }
    return records;
  }

  private synchronized void forget(List<Pending> refused) {
    for (Pending pending : refused) {
      pending.digest().ifPresent(ids::forget);
      waitingBytes -= pending.body().length;
    }
    notifyAll();
  }

  private void notDurable(List<Pending> group, JournalException failure) {
    boolean isFull = failure.canGoOn() && space.isFull(failure);
    Refusal refusal =
        new Refusal(isFull ? Reason.NO_SPACE : Reason.NOT_DURABLE, failure.getMessage());
    List<Pending> refused = new ArrayList<>(group);
    synchronized (this) {
      if (!failure.canGoOn()) {
        closed = Optional.of(refusal);
        refused.addAll(toWrite);
        toWrite.clear();
      }
      refused.removeIf(pending -> pending.durable().isDone());
      forget(refused);
    }
    refused.forEach(pending -> pending.durable().completeExceptionally(refusal));
    if (!failure.canGoOn()) {
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
    waitingBytes -= batch.bytes();
    notifyAll();
  }

  @Override
  public void age() {
    synchronized (this) {
      ids.age();
    }
    repeats.age();
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
    ids.save(to);
    return bytes.toByteArray();
  }

  /** Goes on from a checkpoint, before anything is replayed. */
  synchronized void restore(JournalPosition position, byte[] state) throws IOException {
    DataInputStream from = new DataInputStream(new ByteArrayInputStream(state));
    submitter.restore(position, from);
    transactions = submitter.transactions();
    batches = submitter.batches();
    repeated = submitter.repeated();
    duplicates = from.readLong();
    kinds.restore(from);
    chances.restore(from);
    initial.restore(from);
    ids.restore(from);
  }

  /**
   * Takes no more batches, and waits until those on their way are durable and acknowledged.
   *
   * @param withCheckpoint whether to make one when all are with the checker
   */
  void end(String why, boolean withCheckpoint) throws InterruptedException {
    boolean started;
    synchronized (this) {
      started = journal != null;
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
      if (journal == null) {
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
    return new Counts(transactions, batches, duplicates, repeated, waitingBytes, journalBytes);
  }
}
