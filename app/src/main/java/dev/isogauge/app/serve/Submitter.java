package dev.isogauge.app.serve;

import dev.isogauge.app.serve.Refusal.Reason;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.InitialValue;
import dev.isogauge.history.RawBlock;
import dev.isogauge.online.host.StreamChecker;
import dev.isogauge.online.host.StreamClock;
import dev.isogauge.online.kernel.Horizon;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Hands durable batches to the checker in the order of the journal, on a thread of its own, and has
 * checkpoints made between two of them.
 */
final class Submitter {
  private static final long WAKE_MILLIS = 100;
  private static final long LOOK_MILLIS = 500;

  private final StreamChecker checker;
  private final Atoms atoms;
  private final StreamClock clock;
  private final Horizon horizon;
  private final Checkpoints checkpoints;
  private final Owner owner;
  private final Consumer<Exception> onFailure;
  private final Thread thread = new Thread(this::run, "isogauge-submit");

  // Guarded by this.
  private final Deque<Ready> waiting = new ArrayDeque<>();
  private boolean isOpen;
  private boolean isOver;
  private boolean checkpointRequested;
  private boolean checkpointAtEnd;

  // What the checker has.
  private long upTo;
  private long transactions;
  private long batches;
  private long repeated;
  private long checkpointed;
  private long checkpointedTransactions;
  private long failedCheckpoints;

  // When a horizon passed last.
  private long agedAt;
  private long agedTime;

  /**
   * A batch that is durable.
   *
   * @param parsed its transactions without those that were sent before
   * @param repeated how many these were
   * @param memory what they take
   */
  record Ready(ParsedBatch parsed, int repeated, long memory, long time, long sequence) {}

  /** Saves the state of the service; nothing is handed to the checker meanwhile. */
  interface Checkpoints {
    /**
     * How long to wait for the next one at most.
     *
     * @param transactions how many came since the last one
     */
    long millisUntilDue(long transactions);

    /** Makes one; false if there is no room for it. */
    boolean make(long batch, byte[] intake) throws IOException, InterruptedException;
  }

  /** Brings the batches. Called without the lock. */
  interface Owner {
    /** The checker is about to get a batch. */
    void submitting(Ready batch);

    /** The checker has a batch. */
    void submitted(Ready batch);

    /** A horizon has passed. */
    void age();

    /** What is to be saved with the state of the submitter. */
    byte[] state() throws IOException;
  }

  Submitter(
      StreamChecker checker,
      Atoms atoms,
      StreamClock clock,
      Horizon horizon,
      Checkpoints checkpoints,
      Owner owner,
      Consumer<Exception> onFailure) {
    this.checker = checker;
    this.atoms = atoms;
    this.clock = clock;
    this.horizon = horizon;
    this.checkpoints = checkpoints;
    this.owner = owner;
    this.onFailure = onFailure;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  boolean isAlive() {
    return thread.isAlive();
  }

  synchronized void add(Ready batch) {
    waiting.add(batch);
    notifyAll();
  }

  /**
   * The journal was replayed: from now on checkpoints are made, the first at once, so that lives
   * that are short do not replay more and more.
   */
  synchronized void open() {
    isOpen = true;
    checkpointRequested = upTo > checkpointed;
    notifyAll();
  }

  /**
   * No batch comes any more.
   *
   * @param withCheckpoint whether to make one when all are with the checker
   */
  synchronized void end(boolean withCheckpoint) {
    isOver = true;
    checkpointAtEnd = withCheckpoint;
    notifyAll();
  }

  /**
   * After the end: waits until the checker has all, and a last checkpoint is made.
   *
   * @param millis how long to wait at most; 0 for ever
   */
  void await(long millis) throws InterruptedException {
    thread.join(millis);
  }

  /** Gives up handing batches to the checker, which is about to be closed. */
  void abandon() {
    thread.interrupt();
  }

  private void run() {
    try {
      boolean ended = false;
      while (!ended) {
        Optional<Ready> next = next();
        if (next.isPresent()) {
          submit(next.get());
        } else {
          checker.relieve();
        }
        ended = next.isEmpty() && hasEnded();
        checkpointIfDue(ended);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      onFailure.accept(e);
    } catch (Error e) {
      // What was acknowledged and never judged must not end in a report.
      onFailure.accept(new IllegalStateException(e));
      throw e;
    }
  }

  /**
   * The next batch; none if a checkpoint is due, if there will be no more, or if none comes since
   * memory is full.
   */
  private synchronized Optional<Ready> next() throws InterruptedException {
    boolean hasWaited = false;
    while (waiting.isEmpty() && !isOver && !isCheckpointDue() && !(hasWaited && checker.isFull())) {
      wait(Math.min(LOOK_MILLIS, Math.max(1, checkpoints.millisUntilDue(0))));
      hasWaited = true;
    }
    return Optional.ofNullable(waiting.poll());
  }

  private synchronized boolean hasEnded() {
    return isOver && waiting.isEmpty();
  }

  private void submit(Ready batch) throws InterruptedException {
    clock.reach(batch.time());
    owner.submitting(batch);
    batch.parsed().moveTo(atoms);
    batch
        .parsed()
        .initial()
        .ifPresent(value -> checker.initialValue(InitialValue.atom(value, atoms)));
    for (RawBlock block : batch.parsed().blocks()) {
      checker.submit(block, batch.time());
    }
    checker.forgetStrings();
    boolean aged = count(batch);
    owner.submitted(batch);
    if (aged) {
      owner.age();
    }
  }

  /** Returns whether a horizon has passed. */
  private synchronized boolean count(Ready batch) {
    upTo = batch.sequence();
    transactions += batch.parsed().transactions();
    batches++;
    repeated += batch.repeated();
    boolean aged =
        transactions - agedAt > horizon.transactions() || batch.time() - agedTime > horizon.nanos();
    if (aged) {
      agedAt = transactions;
      agedTime = batch.time();
    }
    return aged;
  }

  /** Whether something was submitted since the last checkpoint, and its time has come. */
  private synchronized boolean isCheckpointDue() {
    return isOpen
        && upTo > checkpointed
        && (checkpointRequested
            || checkpoints.millisUntilDue(transactions - checkpointedTransactions) <= 0);
  }

  private void checkpointIfDue(boolean ended) throws IOException, InterruptedException {
    long position;
    synchronized (this) {
      checkpointRequested |= ended && checkpointAtEnd;
      if (!isCheckpointDue()) {
        checkpointRequested = false;
        notifyAll();
        return;
      }
      position = upTo;
      checkpointedTransactions = transactions;
    }
    boolean made = checkpoints.make(position, owner.state());
    synchronized (this) {
      checkpointed = made ? position : checkpointed;
      failedCheckpoints += made ? 0 : 1;
      checkpointRequested = false;
      notifyAll();
    }
  }

  /** Has a checkpoint made of all batches up to one, and waits for it. */
  synchronized void checkpoint(long batch) throws Refusal, InterruptedException {
    long failedBefore = failedCheckpoints;
    while (checkpointed < batch) {
      if (failedCheckpoints > failedBefore) {
        throw new Refusal(Reason.NOT_DURABLE, "the checkpoint could not be saved");
      }
      if (!thread.isAlive()) {
        throw new Refusal(Reason.STOPPING, "the service is stopping");
      }
      checkpointRequested = upTo >= batch;
      notifyAll();
      wait(WAKE_MILLIS);
    }
  }

  /** How many transactions the checker has. */
  synchronized long transactions() {
    return transactions;
  }

  /** How many batches the checker has. */
  synchronized long batches() {
    return batches;
  }

  /** How many transactions were left out since they had been sent before. */
  synchronized long repeated() {
    return repeated;
  }

  synchronized void save(DataOutput to) throws IOException {
    to.writeLong(transactions);
    to.writeLong(batches);
    to.writeLong(repeated);
    to.writeLong(agedAt);
    to.writeLong(agedTime);
  }

  /** Goes on from a checkpoint, before anything comes. */
  synchronized void restore(long batch, DataInput from) throws IOException {
    upTo = batch;
    checkpointed = batch;
    transactions = from.readLong();
    checkpointedTransactions = transactions;
    batches = from.readLong();
    repeated = from.readLong();
    agedAt = from.readLong();
    agedTime = from.readLong();
  }
}
