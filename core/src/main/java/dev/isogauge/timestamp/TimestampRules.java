package dev.isogauge.timestamp;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;

/**
 * The rules of timestamp-based checking over transactions that are plain ints. A subclass says
 * where their timestamps stand.
 *
 * <ul>
 *   <li>Arbitration order (AR): by commit timestamp; at equal commits updating transactions before
 *       read-only ones, then by start, session and position in the session ({@link #compare}).
 *   <li>Reads: a transaction reads at its start, after every commit up to that time (snapshot
 *       isolation), or just before its own commit (serializability, and where start and commit are
 *       equal). A read shows the last version before that point, except versions of transactions
 *       that follow the reader in its session ({@link #isBeforeReads}, {@link #follows}).
 *   <li>Conflicts (snapshot isolation): of two writers of a key the later one in AR must not start
 *       before the earlier one commits ({@link #isConcurrent}).
 *   <li>Sessions: a transaction starts (snapshot isolation) or commits (serializability) no earlier
 *       than its predecessor commits ({@link #breaksSession}).
 *   <li>Ties: two updating transactions that touch a common key must not depend on the tie-break
 *       ({@link #canTie}).
 * </ul>
 *
 * <p>A transaction that starts after its own commit breaks a rule by itself. It has no snapshot, so
 * its external reads and its conflicts are not judged.
 */
public abstract class TimestampRules {
  private final boolean snapshots;
  private final Atoms atoms;

  /**
   * Rules of a level.
   *
   * @param snapshots whether the level is snapshot isolation; serializability otherwise
   */
  protected TimestampRules(boolean snapshots, Atoms atoms) {
    this.snapshots = snapshots;
    this.atoms = atoms;
  }

  /** Whether the level is snapshot isolation. */
  public final boolean snapshots() {
    return snapshots;
  }

  public abstract long start(int transaction);

  public abstract long startLogical(int transaction);

  public abstract long commit(int transaction);

  public abstract long commitLogical(int transaction);

  /** Whether it writes anything. */
  public abstract boolean isUpdating(int transaction);

  /** The atom of its session. */
  protected abstract long session(int transaction);

  /** Orders transactions of one session. */
  protected abstract int compareInSession(int left, int right);

  /** Whether its client knows that it committed; otherwise no transaction follows it. */
  protected abstract boolean isDeterminate(int transaction);

  /** When it began on the client's clock, or {@link RawBlock#NO_TIME}. */
  protected abstract long begin(int transaction);

  /** When it ended on the client's clock, or {@link RawBlock#NO_TIME}. */
  protected abstract long end(int transaction);

  /** Compares timestamps that consist of physical and logical time. */
  public static int compareTimes(long time, long logical, long otherTime, long otherLogical) {
    int order = Long.compare(time, otherTime);
    return order != 0 ? order : Long.compare(logical, otherLogical);
  }

  // Logical times, which decide rarely, are looked up only where physical ones are equal.

  public final int compareCommits(int left, int right) {
    int order = Long.compare(commit(left), commit(right));
    return order != 0 ? order : Long.compare(commitLogical(left), commitLogical(right));
  }

  public final int compareStarts(int left, int right) {
    int order = Long.compare(start(left), start(right));
    return order != 0 ? order : Long.compare(startLogical(left), startLogical(right));
  }

  /** Compares the start of one transaction with the commit of another, or with its own. */
  public final int compareStartToCommit(int starting, int committing) {
    int order = Long.compare(start(starting), commit(committing));
    return order != 0 ? order : Long.compare(startLogical(starting), commitLogical(committing));
  }

  /** Compares the start of a transaction with its own commit. */
  protected int compareOwnTimes(int transaction) {
    return compareStartToCommit(transaction, transaction);
  }

  /** The arbitration order. */
  public final int compare(int left, int right) {
    int order = compareCommits(left, right);
    if (order == 0) {
      order = Boolean.compare(isUpdating(right), isUpdating(left));
    }
    if (order == 0) {
      order = compareStarts(left, right);
    }
    if (order == 0) {
      order = atoms.compare(session(left), session(right));
    }
    return order != 0 ? order : compareInSession(left, right);
  }

  public final boolean startsBeforeCommit(int transaction) {
    return compareOwnTimes(transaction) < 0;
  }

  public final boolean startsAtCommit(int transaction) {
    return compareOwnTimes(transaction) == 0;
  }

  public final boolean startsAfterCommit(int transaction) {
    return compareOwnTimes(transaction) > 0;
  }

  /** Whether it reads at its start, after all commits of that time; else just before its commit. */
  public final boolean readsAtStart(int transaction) {
    return snapshots && !startsAtCommit(transaction);
  }

  /** The physical time at which the transaction reads. */
  public final long readTime(int transaction) {
    return snapshots ? start(transaction) : commit(transaction);
  }

  /** The logical time at which the transaction reads. */
  public final long readLogical(int transaction) {
    return snapshots ? startLogical(transaction) : commitLogical(transaction);
  }

  /** Whether a writer commits before the point at which the reader reads. */
  public final boolean isBeforeReads(int writer, int reader) {
    int order =
        compareTimes(commit(writer), commitLogical(writer), readTime(reader), readLogical(reader));
    return order != 0 ? order < 0 : readsAtStart(reader) || compare(writer, reader) < 0;
  }

  /** Whether one transaction comes after another in its session. Both count. */
  public final boolean follows(int later, int earlier) {
    return session(later) == session(earlier)
        && compareInSession(later, earlier) > 0
        && isDeterminate(earlier)
        && hadEnded(earlier, later);
  }

  /** Whether the earlier one had ended, on the client's clock, when the later one began. */
  public final boolean hadEnded(int earlier, int later) {
    return hadEnded(end(earlier), begin(later));
  }

  /** The same for times: a transaction had ended unless both are known and say otherwise. */
  public static boolean hadEnded(long end, long begin) {
    return end == RawBlock.NO_TIME || begin == RawBlock.NO_TIME || end <= begin;
  }

  /** Whether the timestamps contradict that the predecessor comes first in the session. */
  public final boolean breaksSession(int predecessor, int transaction) {
    return snapshots
        ? isConcurrent(predecessor, transaction)
        : compareCommits(transaction, predecessor) < 0;
  }

  /** Whether the later one starts before the earlier one commits. */
  public final boolean isConcurrent(int earlier, int later) {
    return compareStartToCommit(later, earlier) < 0;
  }

  /** Whether a writer can conflict with others. */
  public final boolean canConflict(int transaction) {
    return snapshots && !startsAfterCommit(transaction);
  }

  /** Whether only a tie-break can decide between this transaction and others of its commit time. */
  public final boolean canTie(int transaction) {
    return isUpdating(transaction) && !readsAtStart(transaction);
  }
}
