package dev.isogauge.check.weak;

import dev.isogauge.level.IsolationLevel;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/**
 * The rules by which one transaction is visible to another. A transaction that reads x from t1
 * while another writer t2 of x is visible to it forces t2 before t1. The first three include one
 * another, weakest first; the session guarantees stand alone. By the last two, what is visible
 * depends on the order of commits, so that they are searched for and not saturated.
 */
enum Rule {
  /** The reader has read from it before the read in question. */
  READ_COMMITTED(IsolationLevel.READ_COMMITTED),
  /** The reader reads from it at all, or follows it in its session. */
  READ_ATOMIC(IsolationLevel.READ_ATOMIC),
  /** It happens before the reader. */
  CAUSAL(IsolationLevel.CAUSAL),
  /** The reader follows it in its session. */
  READ_YOUR_WRITES(IsolationLevel.READ_YOUR_WRITES),
  /** The reader follows, in its session, a transaction that read from it. */
  MONOTONIC_READS(IsolationLevel.MONOTONIC_READS),
  /** The reader reads from a transaction that follows it in its session. */
  MONOTONIC_WRITES(IsolationLevel.MONOTONIC_WRITES),
  /** The reader reads from a transaction that read from it, or that follows one that did. */
  WRITES_FOLLOW_READS(IsolationLevel.WRITES_FOLLOW_READS),
  /** It commits no later than one that the reader reads from or follows in its session. */
  PREFIX(IsolationLevel.PREFIX_CONSISTENCY),
  /** Session order, reads-from and the order of versions lead from it to the reader. */
  PARALLEL(IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION);

  private final IsolationLevel level;

  Rule(IsolationLevel level) {
    this.level = level;
  }

  IsolationLevel level() {
    return level;
  }

  static Rule of(IsolationLevel level) {
    return Arrays.stream(values())
        .filter(rule -> rule.level == level)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(level.id() + " forces no order by itself"));
  }

  boolean isSessionGuarantee() {
    return IsolationLevel.sessionGuarantees().contains(level);
  }

  /** Whether what is visible depends on the order of commits. */
  boolean isByCommits() {
    return this == PREFIX || this == PARALLEL;
  }

  /** The rules that this one includes, weakest first, and itself. */
  List<Rule> included() {
    return isSessionGuarantee() ? List.of(this) : List.copyOf(EnumSet.range(READ_COMMITTED, this));
  }

  Saturation saturation() {
    return switch (this) {
      case READ_COMMITTED -> new ReadCommitted();
      case READ_ATOMIC -> new ReadAtomic();
      case CAUSAL -> Causal.onAllCores();
      case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS ->
          new SessionGuarantee(this);
      case PREFIX, PARALLEL -> throw new IllegalStateException(this + " is not saturated");
    };
  }
}
