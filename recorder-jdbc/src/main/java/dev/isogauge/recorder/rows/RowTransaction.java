package dev.isogauge.recorder.rows;

import dev.isogauge.recorder.RecordedOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A transaction as its client sees it: what its statements read, in which snapshots. */
public final class RowTransaction {
  /**
   * A statement.
   *
   * @param number its place in the transaction, from 1
   * @param seen its snapshot; null if not known
   * @param after a snapshot behind it
   * @param isFixed whether the whole transaction has one snapshot
   */
  record Step(
      int number,
      StatementEffect access,
      PostgresSnapshot seen,
      PostgresSnapshot after,
      boolean isFixed) {}

  private final String session;
  private final long begin;
  private final List<Step> steps = new ArrayList<>();
  private final Map<Object, Integer> savepoints = new HashMap<>();
  private int count;
  private long id;
  private long end;
  private boolean hasFailed;
  private RecordedOutcome outcome;

  /** The lowest number that a snapshot of it may not hold. */
  private volatile long oldest = Long.MAX_VALUE;

  public RowTransaction(String session) {
    this(session, System.nanoTime());
  }

  /** One that began when its first statement was sent, by {@link System#nanoTime}. */
  public RowTransaction(String session, long begin) {
    this.session = session;
    this.begin = begin;
  }

  public String session() {
    return session;
  }

  long begin() {
    return begin;
  }

  long end() {
    return end;
  }

  List<Step> steps() {
    return steps;
  }

  RecordedOutcome outcome() {
    return outcome;
  }

  /** The number that the database gave it; 0 while it has none. */
  public long id() {
    return id;
  }

  public void id(long given) {
    id = given;
  }

  /** The number of the next statement. */
  public int next() {
    return ++count;
  }

  /** The number of the next statement, where another counts them. */
  public void next(int number) {
    count = number;
  }

  /** A statement of which these are known; snapshots may be null. */
  public void add(
      StatementEffect access, PostgresSnapshot seen, PostgresSnapshot after, boolean isFixed) {
    steps.add(new Step(count, access, seen, after, isFixed));
    if (seen != null) {
      oldest = Math.min(oldest, seen.begin());
    }
  }

  /** All below this that committed are in its snapshots; another thread may ask. */
  public long oldest() {
    return oldest;
  }

  /** A statement failed, so that nothing but a rollback can follow. */
  public void fail() {
    hasFailed = true;
  }

  public boolean hasFailed() {
    return hasFailed;
  }

  public void savepoint(Object savepoint) {
    savepoints.put(savepoint, steps.size());
  }

  /** What was read since then may have been what is taken back now. */
  public void rollBackTo(Object savepoint) {
    hasFailed = false;
    int from = savepoints.getOrDefault(savepoint, 0);
    List<StatementEffect> changes = new ArrayList<>();
    for (int i = from; i < steps.size(); i++) {
      Step step = steps.get(i);
      StatementEffect access = step.access();
      if (!changes.stream().allMatch(access::isApartFrom)) {
        steps.set(i, new Step(step.number(), access, null, null, false));
      }
      if (access.locks()) {
        changes.add(access);
      }
    }
  }

  /** Whether its client does not know how it ended. */
  public boolean isOpen() {
    return outcome == RecordedOutcome.INDETERMINATE;
  }

  /** How its client learned that it ended. */
  public void ended(RecordedOutcome how) {
    outcome = how;
    end = System.nanoTime();
  }
}
