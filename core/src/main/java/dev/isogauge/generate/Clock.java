package dev.isogauge.generate;

/**
 * The store's clock: points in time from 1. Every start and every commit has a point of its own,
 * unless ties are wanted. Then these may share the latest point, and half of them do:
 *
 * <ul>
 *   <li>a start: all that committed until now is visible to it, also by timestamps;
 *   <li>the commit of a transaction that only read, since it has no effect to be missed;
 *   <li>under snapshot isolation the commit of a writer, as long as no transaction started at that
 *       point: those that commit there began before it and share no written key.
 * </ul>
 */
final class Clock {
  private final boolean ties;
  private final boolean writersTie;
  private final SplitMix random;
  private long now;
  private boolean startedNow;

  Clock(WorkloadSpec spec) {
    ties = spec.recording().ties();
    writersTie = ties && spec.store() == StoreKind.SNAPSHOT;
    // Its own random numbers, so that ties do not change what clients do.
    random = new SplitMix(spec.seed() ^ 0x2545F4914F6CDD1DL);
  }

  /** A point of its own. */
  long tick() {
    startedNow = false;
    return ++now;
  }

  long start() {
    if (!(ties && now > 0 && random.below(2) == 0)) {
      tick();
    }
    startedNow = true;
    return now;
  }

  long commit(boolean writes) {
    boolean mayTie = writes ? writersTie && !startedNow : ties;
    return mayTie && random.below(2) == 0 ? now : tick();
  }
}
