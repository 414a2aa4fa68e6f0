package dev.isogauge.app.serve;

import dev.isogauge.online.host.OnlineChecker;
import java.io.IOException;
import java.util.Optional;

/** Makes checkpoints of a service, and removes the parts of the journal that none needs. */
final class CheckpointMaker implements Submitter.Checkpoints {
  /** With this many transactions to replay a checkpoint is made soon, whatever the interval. */
  private static final long MOST_REPLAYED = 25_000;

  private static final long SHORTEST_NANOS = 2_000_000_000L;

  private final Retention retention;
  private final ServiceConsole console;
  private final CheckpointFiles files;
  private final Beginning parts;

  /** None if the journal has all that is kept. */
  private final Optional<OnlineChecker> checker;

  private volatile long last = System.nanoTime();
  private volatile Optional<Journal> journal = Optional.empty();

  CheckpointMaker(
      Retention retention, ServiceConsole console, CheckpointFiles files, Beginning parts) {
    this.retention = retention;
    this.console = console;
    this.files = files;
    this.parts = parts;
    this.checker =
        parts.checker() instanceof OnlineChecker online ? Optional.of(online) : Optional.empty();
  }

  /** The journal from which parts are removed. */
  void journal(Journal opened) {
    journal = Optional.of(opened);
  }

  @Override
  public long millisUntilDue(long transactions) {
    if (checker.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long passed = System.nanoTime() - last;
    long interval = Service.nanos(retention.checkpoints());
    return (transactions < MOST_REPLAYED ? interval - passed : SHORTEST_NANOS - passed) / 1_000_000;
  }

  /** On the thread that hands batches to the checker, so that there are none on their way. */
  @Override
  public boolean make(long batch, byte[] intake) throws IOException, InterruptedException {
    return checker.isEmpty() || make(batch, intake, checker.get());
  }

  private boolean make(long batch, byte[] intake, OnlineChecker from)
      throws IOException, InterruptedException {
    byte[] state;
    byte[] violations;
    try {
      state = from.checkpoint();
      // After the checker's, so that what it has reported is in the log.
      violations = parts.recorder().save();
    } finally {
      from.goOn();
    }
    last = System.nanoTime();
    try {
      files.add(new Checkpoint(batch, intake, violations, state));
    } catch (IOException e) {
      // The journal reaches back to the one before, and the disk may have room again.
      console.say("cannot save a checkpoint, and tries again later: " + e.getMessage());
      return false;
    }
    from.checkpointed();
    try {
      parts.recorder().checkpointed();
      if (journal.isPresent() && files.firstBatch() > 0) {
        journal.get().removeBefore(files.firstBatch(), retention.archive());
      }
    } catch (IOException e) {
      console.say("cannot remove a part of the journal, and tries again later: " + e.getMessage());
    }
    return true;
  }
}
