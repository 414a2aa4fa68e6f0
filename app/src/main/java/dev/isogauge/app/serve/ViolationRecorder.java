package dev.isogauge.app.serve;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.online.kernel.OnlineListener;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Logs what the checker finds, once: a restart replays a part of the journal, so the checker finds
 * again what the log has already. One thread writes, many events with one sync; when it cannot keep
 * up the checker waits.
 */
final class ViolationRecorder implements OnlineListener {
  private static final int QUEUED = 256;

  /** A finding about lists longer than this waits alone. */
  private static final int LARGE = 1 << 16;

  /** How many changes may wait for the end of a replay. */
  private static final int MOST_UNLOGGED = 20_000;

  private final ViolationLog log;
  private final StandingViolations standing;
  private final Consumer<Exception> onFailure;
  private final BlockingQueue<Notice> queue = new ArrayBlockingQueue<>(QUEUED);
  private final Thread thread = new Thread(this::run, "isogauge-violations");
  private volatile int logged;
  private boolean isReplaying = true;
  private boolean agesAfterReplay;

  /** Events up to this one are dropped when the next horizon has passed. */
  private long oldEvents;

  private sealed interface Notice {}

  private record Found(TimestampFinding finding) implements Notice {}

  private record Withdrawn(TimestampFinding finding, Optional<TimestampedTransaction> because)
      implements Notice {}

  private record WithdrawUnconfirmed() implements Notice {}

  private record Replayed() implements Notice {}

  private record Age() implements Notice {}

  private record Save(CompletableFuture<byte[]> state) implements Notice {}

  /** All that was noticed before is logged. */
  private record Reached(CompletableFuture<Void> future, boolean last) implements Notice {}

  /**
   * A recorder that goes on.
   *
   * @param oldEvents what {@link #save} wrote first
   */
  ViolationRecorder(
      ViolationLog log,
      StandingViolations standing,
      long oldEvents,
      Consumer<Exception> onFailure) {
    this.oldEvents = oldEvents;
    this.log = log;
    this.standing = standing;
    this.onFailure = onFailure;
    this.logged = standing.logged();
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  @Override
  public void found(TimestampFinding finding) {
    put(new Found(finding));
  }

  @Override
  public void withdrawn(TimestampFinding finding, TimestampedTransaction because) {
    put(new Withdrawn(finding, Optional.of(because)));
  }

  @Override
  public void counted(AnomalyKind kind) {
    counted(kind, 1);
  }

  @Override
  public void counted(AnomalyKind kind, long count) {
    standing.counted(kind, count);
  }

  @Override
  public void late(TimestampedTransaction transaction) {
    // Counted by the checker's statistics; what it changes is reported by the other two.
  }

  @Override
  public void unjudged(TimestampedTransaction transaction, String why) {
    // Counted by the checker's statistics, which the final report has.
  }

  /** All of the journal is with the checker: from now on what it finds is logged at once. */
  void replayed() {
    put(new Replayed());
  }

  /** A horizon has passed: events that were there when the one before it passed are dropped. */
  void age() {
    put(new Age());
  }

  /** A checkpoint was made of what {@link #save} returned. */
  void checkpointed() throws IOException {
    log.checkpointed();
  }

  /** Logs what was found so far; returns what stands and how far the log is. */
  byte[] save() throws InterruptedException {
    CompletableFuture<byte[]> state = new CompletableFuture<>();
    put(new Save(state));
    while (thread.isAlive() && !state.isDone()) {
      Thread.sleep(1);
    }
    if (!state.isDone()) {
      throw new IllegalStateException("violations are not logged any more");
    }
    return state.join();
  }

  /** Withdraws what only an earlier run found; for when all that it judged is final again. */
  void withdrawUnconfirmed() {
    put(new WithdrawUnconfirmed());
  }

  /** Waits until all that was found so far is in the log. */
  void flush() throws InterruptedException {
    reach(false);
  }

  /** Logs what was found so far and stops. */
  void stop() throws InterruptedException {
    reach(true);
    thread.join();
  }

  /** Stops without logging anything more. */
  void abandon() {
    thread.interrupt();
  }

  /** How many violations stand. */
  long count() {
    return logged + standing.countedOnly();
  }

  /** How many of them were counted only. */
  long countedOnly() {
    return standing.countedOnly();
  }

  private void reach(boolean last) throws InterruptedException {
    CompletableFuture<Void> future = new CompletableFuture<>();
    put(new Reached(future, last));
    while (thread.isAlive() && !future.isDone()) {
      Thread.sleep(1);
    }
  }

  private void put(Notice notice) {
    try {
      while (isLarge(notice) && thread.isAlive() && !queue.isEmpty()) {
        Thread.sleep(1);
      }
      while (thread.isAlive() && !queue.offer(notice, 100, TimeUnit.MILLISECONDS)) {
        // The thread is slow; it is not dead.
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isLarge(Notice notice) {
    return (notice instanceof Found found && isLarge(found.finding()))
        || (notice instanceof Withdrawn withdrawn && isLarge(withdrawn.finding()));
  }

  private static boolean isLarge(TimestampFinding finding) {
    return finding.expected().length() + finding.actual().length() > LARGE;
  }

  private void run() {
    List<Notice> notices = new ArrayList<>();
    boolean last = false;
    try {
      while (!last) {
        notices.clear();
        notices.add(queue.take());
        queue.drainTo(notices, QUEUED);
        log(notices);
        for (Notice notice : notices) {
          if (notice instanceof Reached reached) {
            last |= reached.last();
            reached.future().complete(null);
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      onFailure.accept(e);
    } catch (Error e) {
      onFailure.accept(new IllegalStateException(e));
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void log(List<Notice> notices) throws IOException {
    for (Notice notice : notices) {
      if (notice instanceof Found found) {
        standing.found(found.finding());
      } else if (notice instanceof Withdrawn withdrawn) {
        standing.withdrawn(withdrawn.finding(), withdrawn.because());
      } else if (notice instanceof Replayed) {
        isReplaying = false;
        if (agesAfterReplay) {
          ageNow();
        }
      } else if (notice instanceof Age) {
        // The log has events that the replay has not come to yet.
        agesAfterReplay = isReplaying;
        if (!isReplaying) {
          ageNow();
        }
      } else if (notice instanceof WithdrawUnconfirmed) {
        withdrawUnconfirmedNow();
      } else if (notice instanceof Save save) {
        logChanges();
        save.state().complete(state());
      }
    }
    // While the journal is replayed, what comes and goes again is nothing new.
    if (!isReplaying || standing.unloggedCount() > MOST_UNLOGGED) {
      logChanges();
    }
    logged = standing.logged();
  }

  private void logChanges() throws IOException {
    long next = log.last() + 1;
    List<ViolationEvent> events = new ArrayList<>();
    for (StandingViolations.Change change : standing.takeUnlogged(next)) {
      events.add(
          event(next + events.size(), change.withdraws(), change.finding(), change.because()));
    }
    append(events);
  }

  private void ageNow() throws IOException {
    logChanges();
    long old = oldEvents - log.droppedEvents();
    if (old > 0) {
      log.after(0, old, standing::drop);
      log.drop(oldEvents);
    }
    oldEvents = log.last();
  }

  private void withdrawUnconfirmedNow() throws IOException {
    logChanges();
    if (!standing.hasUnconfirmed()) {
      return;
    }
    List<TimestampFinding> unconfirmed = new ArrayList<>();
    log.forEach(
        event -> {
          if (standing.isUnconfirmed(event)) {
            unconfirmed.add(event.finding());
          }
        });
    unconfirmed.forEach(finding -> standing.withdrawn(finding, Optional.empty()));
    logChanges();
  }

  private byte[] state() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream to = new DataOutputStream(bytes);
    to.writeLong(oldEvents);
    log.position().save(to);
    standing.save(to);
    return bytes.toByteArray();
  }

  private void append(List<ViolationEvent> events) throws IOException {
    if (!events.isEmpty()) {
      log.append(events);
    }
  }

  private static ViolationEvent event(
      long sequence,
      long withdraws,
      TimestampFinding finding,
      Optional<TimestampedTransaction> because) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    return new ViolationEvent(sequence, now, withdraws, finding, because);
  }
}
