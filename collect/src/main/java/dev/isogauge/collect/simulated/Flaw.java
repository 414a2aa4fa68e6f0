package dev.isogauge.collect.simulated;

import dev.isogauge.level.IsolationLevel;

/** What a simulated store does wrong now and then; without a flaw it is strictly serializable. */
public enum Flaw {
  NONE("none", IsolationLevel.STRICT_SERIALIZABILITY),
  /** A commit overwrites what another wrote since it began. */
  LOST_UPDATE("lost update", IsolationLevel.SNAPSHOT_ISOLATION),
  /** A commit ignores that what it only read has changed. */
  WRITE_SKEW("write skew", IsolationLevel.SERIALIZABILITY),
  /** A read sees the latest version and not that of the snapshot. */
  READ_SKEW("read skew", IsolationLevel.SNAPSHOT_ISOLATION),
  /** A transaction that only reads misses one of the last commits, and sees later ones. */
  LONG_FORK("long fork", IsolationLevel.SNAPSHOT_ISOLATION),
  /** A read sees what another transaction has not committed yet. */
  DIRTY_READ("dirty read", IsolationLevel.READ_COMMITTED),
  /** A read sees what another transaction wrote that was rolled back. */
  ABORTED_READ("aborted read", IsolationLevel.READ_COMMITTED),
  /** A transaction that only reads sees an older state, as of a replica that lags. */
  STALE_REPLICA("stale replica", IsolationLevel.STRICT_SERIALIZABILITY),
  /** A commit ignores that a row that it did not find has been created. */
  PHANTOM("phantom", IsolationLevel.SERIALIZABILITY),
  /** The store fails and comes back without the last commits that it acknowledged. */
  LOST_WRITE("lost write after failure", IsolationLevel.STRICT_SERIALIZABILITY),
  /** A transaction does not see what its session committed just before. */
  SESSION_ORDER("broken session order", IsolationLevel.SERIALIZABILITY);

  private final String title;
  private final IsolationLevel violates;

  Flaw(String title, IsolationLevel violates) {
    this.title = title;
    this.violates = violates;
  }

  /** What it is called. */
  public String title() {
    return title;
  }

  /** The weakest of the levels that a workload is asked to refute. */
  public IsolationLevel violates() {
    return violates;
  }
}
