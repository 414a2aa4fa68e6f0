package dev.isogauge.node.infinispan;

import org.infinispan.configuration.cache.IsolationLevel;
import org.infinispan.transaction.LockingMode;

/** What a level is in Infinispan's words; each has a cache. */
enum Mode {
  READ_COMMITTED(LockingMode.PESSIMISTIC, IsolationLevel.READ_COMMITTED, false),
  /** What a transactional cache is unless it is told otherwise. */
  REPEATABLE_READ(LockingMode.OPTIMISTIC, IsolationLevel.REPEATABLE_READ, false),
  /** Reads lock, too: two-phase locking. */
  SERIALIZABLE(LockingMode.PESSIMISTIC, IsolationLevel.REPEATABLE_READ, true);

  private final LockingMode locking;
  private final IsolationLevel isolation;
  private final boolean locksReads;

  Mode(LockingMode locking, IsolationLevel isolation, boolean locksReads) {
    this.locking = locking;
    this.isolation = isolation;
    this.locksReads = locksReads;
  }

  /** The one of a level as users call it. */
  static Mode of(String level) {
    for (Mode mode : values()) {
      if (mode.level().equals(level)) {
        return mode;
      }
    }
    throw new IllegalArgumentException("there is no level " + level);
  }

  /** Also the name of its cache. */
  String level() {
    return switch (this) {
      case READ_COMMITTED -> "read-committed";
      case REPEATABLE_READ -> "repeatable-read";
      case SERIALIZABLE -> "serializable";
    };
  }

  LockingMode locking() {
    return locking;
  }

  IsolationLevel isolation() {
    return isolation;
  }

  boolean locksReads() {
    return locksReads;
  }

  /** Otherwise a commit looks for conflicts. */
  boolean isPessimistic() {
    return locking == LockingMode.PESSIMISTIC;
  }
}
