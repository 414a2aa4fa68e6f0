package dev.isogauge.check.weak;

import dev.isogauge.level.IsolationLevel;

/**
 * The rules by which one transaction is visible to another; each includes the ones before it. A
 * transaction that reads x from t1 while another writer t2 of x is visible to it forces t2 before
 * t1.
 */
enum Rule {
  /** The reader has read from it before the read in question. */
  READ_COMMITTED(IsolationLevel.READ_COMMITTED),
  /** The reader reads from it at all, or follows it in its session. */
  READ_ATOMIC(IsolationLevel.READ_ATOMIC),
  /** It happens before the reader. */
  CAUSAL(IsolationLevel.CAUSAL);

  private final IsolationLevel level;

  Rule(IsolationLevel level) {
    this.level = level;
  }

  IsolationLevel level() {
    return level;
  }

  static Rule of(IsolationLevel level) {
    return switch (level) {
      case READ_COMMITTED -> READ_COMMITTED;
      case READ_ATOMIC -> READ_ATOMIC;
      case CAUSAL -> CAUSAL;
      default -> throw new IllegalArgumentException(level.id() + " forces no order by itself");
    };
  }

  Saturation saturation() {
    return switch (this) {
      case READ_COMMITTED -> new ReadCommitted();
      case READ_ATOMIC -> new ReadAtomic();
      case CAUSAL -> new Causal();
    };
  }
}
