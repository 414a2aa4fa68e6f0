package dev.isogauge.collect.litmus;

import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import java.util.Collection;

/**
 * Finds out whether a step waits for another session: by asking the engine where it can say, and by
 * a time limit elsewhere.
 */
final class BlockDetector {
  private static final long POLL_MILLIS = 4;

  private final Database database;
  private final boolean engineReports;
  private final boolean neverWaits;
  private final LitmusSettings settings;

  BlockDetector(Database database, LitmusSettings settings) {
    this.database = database;
    this.engineReports = database.capabilities().has(Capability.REPORTS_BLOCKED);
    this.neverWaits = database.capabilities().has(Capability.NEVER_WAITS);
    this.settings = settings;
  }

  /** Waits until the step has returned or is known to wait for another session. */
  boolean hasReturned(SessionWorker worker) throws DatabaseException, InterruptedException {
    long begin = System.nanoTime();
    long blockedSince = begin;
    while (!worker.hasReturned(POLL_MILLIS)) {
      long now = System.nanoTime();
      if (neverWaits) {
        blockedSince = now;
      } else if (!engineReports) {
        if (now - begin > settings.blockTimeout().toNanos()) {
          return false;
        }
      } else if (!database.isBlocked(worker.session())) {
        blockedSince = now;
      } else if (now - blockedSince > settings.certainty().toNanos()) {
        return false;
      }
      requirePatience(begin, worker);
    }
    return true;
  }

  /** The first of the workers whose step returns. */
  SessionWorker untilOneReturns(Collection<SessionWorker> workers)
      throws DatabaseException, InterruptedException {
    long begin = System.nanoTime();
    while (true) {
      for (SessionWorker worker : workers) {
        if (worker.isRunning()) {
          if (worker.hasReturned(POLL_MILLIS)) {
            return worker;
          }
          requirePatience(begin, worker);
        }
      }
    }
  }

  private void requirePatience(long begin, SessionWorker worker) throws DatabaseException {
    if (System.nanoTime() - begin > settings.patience().toNanos()) {
      throw new DatabaseException(
          String.format(
              "%s: the step '%s' did not return in %d s",
              database.name(), worker.running(), settings.patience().toSeconds()));
    }
  }
}
