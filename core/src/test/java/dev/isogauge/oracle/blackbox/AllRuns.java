package dev.isogauge.oracle.blackbox;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.level.IsolationLevel;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Decides a strong level of a tiny history by trying all runs of all sets of transactions that may
 * have happened: a run executes starts and commits on a store of plain values, and must give every
 * read the value that was recorded. It uses operations, outcomes, times and given orders alone, and
 * shares nothing with the checkers.
 */
final class AllRuns {
  private final History history;
  private final boolean snapshots;
  private final boolean sessions;
  private final boolean realTime;
  private final IntPredicate kept;
  private final boolean restricted;
  private final int count;
  private final int keys;

  /** By transaction and key: what it leaves there. */
  private final long[][] leaves;

  /** By transaction: a bit for each key that it writes. */
  private final int[] writes;

  /** By transaction: a bit for each that must have committed when it starts. */
  private final int[] predecessors;

  /** By transaction: a bit for each that stands behind it in a given order of versions. */
  private final int[] listedBehind;

  /** A bit for each transaction of unknown outcome that an order of versions lists. */
  private int listed;

  /** The transactions of the runs that are tried now, as bits. */
  private int takesPart;

  /** Positions from which no run goes on. */
  private final LongOpenHashSet failed = new LongOpenHashSet();

  private final int writerBits;

  AllRuns(History history, IsolationLevel level, boolean sessions, boolean versionOrders) {
    this(history, level, sessions, versionOrders, operation -> true, false);
  }

  /**
   * Looks at some operations only: reads that are not kept may see anything, and writes that are
   * not kept did not happen. Who counts is decided by the whole history.
   */
  AllRuns(
      History history,
      IsolationLevel level,
      boolean sessions,
      boolean versionOrders,
      IntPredicate kept) {
    this(history, level, sessions, versionOrders, kept, true);
  }

  private AllRuns(
      History history,
      IsolationLevel level,
      boolean sessions,
      boolean versionOrders,
      IntPredicate kept,
      boolean restricted) {
    this.restricted = restricted;
    this.history = history;
    this.snapshots = level == IsolationLevel.SNAPSHOT_ISOLATION;
    this.realTime = level == IsolationLevel.STRICT_SERIALIZABILITY;
    this.sessions = sessions;
    this.kept = kept;
    this.count = history.transactionCount();
    this.keys = history.keyCount();
    this.writerBits = 32 - Integer.numberOfLeadingZeros(count);
    if (2 * count + count * keys + keys * writerBits > Long.SIZE) {
      throw new IllegalArgumentException("the history is too large for trying all runs");
    }
    this.leaves = new long[count][keys];
    this.writes = new int[count];
    this.predecessors = new int[count];
    this.listedBehind = new int[count];
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isWrite(i) && kept.test(i)) {
        leaves[history.transactionOf(i)][history.keyOf(i)] = history.valueOf(i);
        writes[history.transactionOf(i)] |= 1 << history.keyOf(i);
      }
    }
    for (int t = 0; t < count; t++) {
      for (int s = 0; s < count; s++) {
        predecessors[t] |= before(s, t) ? 1 << s : 0;
      }
    }
    for (VersionOrder order : history.versionOrders()) {
      list(order, versionOrders);
    }
  }

  boolean exists() {
    int committed = 0;
    int open = 0;
    for (int t = 0; t < count; t++) {
      committed |= history.outcome(t) == Outcome.COMMITTED ? 1 << t : 0;
      open |= history.outcome(t) == Outcome.INDETERMINATE ? 1 << t : 0;
    }
    int needed = restricted ? counting() : listed;
    int choice = 0;
    do {
      takesPart = committed | choice;
      if ((needed & ~takesPart) == 0) {
        failed.clear();
        if (goOn(0, 0, 0, 0)) {
          return true;
        }
      }
      choice = (choice - open) & open;
    } while (choice != 0);
    return false;
  }

  /**
   * Whether this very run explains all reads.
   *
   * @param events t for the start of transaction t, -1 - t for its commit
   */
  boolean accepts(List<Integer> events) {
    takesPart = 0;
    for (int event : events) {
      takesPart |= event >= 0 ? 1 << event : 0;
    }
    int started = 0;
    int committed = 0;
    for (int t = 0; t < count; t++) {
      boolean aborted = history.outcome(t) == Outcome.ABORTED;
      boolean mustHappen = history.outcome(t) == Outcome.COMMITTED || (listed >> t & 1) == 1;
      if ((takesPart >> t & 1) == 1 ? aborted : mustHappen) {
        return false;
      }
    }
    long overtaken = 0;
    long last = 0;
    for (int event : events) {
      int t = event >= 0 ? event : -1 - event;
      boolean starts = (started >> t & 1) == 0;
      if (starts != event >= 0
          || (committed >> t & 1) == 1
          || (starts ? !mayStart(t, committed, last) : !mayCommit(t, committed, overtaken))) {
        return false;
      }
      started |= 1 << t;
      if (!starts) {
        overtaken = overtaken(t, started, committed, overtaken);
        last = written(t, last);
        committed |= 1 << t;
      }
    }
    return committed == takesPart;
  }

  private int counting() {
    int counting = 0;
    for (int t = 0; t < count; t++) {
      counting |= history.counts(t) ? 1 << t : 0;
    }
    return counting;
  }

  /** Takes note of an order; those whose versions it lists happened. */
  private void list(VersionOrder order, boolean countsAsOrder) {
    int before = 0;
    for (VersionOrder.Version version : order.versions()) {
      for (int t = 0; t < count; t++) {
        if (isVersionOf(order.key(), version, t)) {
          listed |= history.outcome(t) == Outcome.INDETERMINATE ? 1 << t : 0;
          for (int s = 0; countsAsOrder && s < count; s++) {
            listedBehind[s] |= (before >> s & 1) == 1 && s != t ? 1 << t : 0;
          }
          before |= 1 << t;
        }
      }
    }
  }

  /** A version without a name is that of whoever wrote its value, which must be unique. */
  private boolean isVersionOf(long keyAtom, VersionOrder.Version version, int t) {
    for (int key = 0; key < keys; key++) {
      if (history.keyAtom(key) == keyAtom
          && (writes[t] >> key & 1) == 1
          && leaves[t][key] == version.value()) {
        return version.writer() == Atoms.NO_NAME || version.writer() == history.nameAtom(t);
      }
    }
    return false;
  }

  /**
   * Tries all that may come next.
   *
   * @param started those that started, as bits
   * @param committed those that committed
   * @param overtaken by transaction and key: whether another committed the key while it ran
   * @param last by key: one more than the last transaction that committed it
   */
  private boolean goOn(int started, int committed, long overtaken, long last) {
    if (committed == takesPart) {
      return true;
    }
    long here = (long) started | ((long) committed << count) | (overtaken << (2 * count));
    here |= last << (2 * count + count * keys);
    if (failed.contains(here)) {
      return false;
    }
    for (int left = takesPart & ~committed; left != 0; left &= left - 1) {
      int t = Integer.numberOfTrailingZeros(left);
      int now = started | 1 << t;
      boolean starts = now != started;
      if (starts && !mayStart(t, committed, last)) {
        continue;
      }
      boolean found =
          (starts && snapshots)
              ? goOn(now, committed, overtaken, last)
              : commit(t, now, committed, overtaken, last);
      if (found) {
        return true;
      }
    }
    failed.add(here);
    return false;
  }

  private boolean mayStart(int t, int committed, long last) {
    if ((predecessors[t] & takesPart & ~committed) != 0) {
      return false;
    }
    int written = 0;
    long[] own = new long[keys];
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      int key = history.keyOf(i);
      if (history.isWrite(i) && kept.test(i)) {
        own[key] = history.valueOf(i);
        written |= 1 << key;
      } else if (!history.isWrite(i) && !history.isUnknownRead(i) && kept.test(i)) {
        long sees = (written >> key & 1) == 1 ? own[key] : valueOf(key, last);
        if (sees != history.valueOf(i)) {
          return false;
        }
      }
    }
    return true;
  }

  private long valueOf(int key, long last) {
    int writer = (int) ((last >>> (key * writerBits)) & ((1L << writerBits) - 1)) - 1;
    return writer < 0 ? history.initialValue(key) : leaves[writer][key];
  }

  private boolean commit(int t, int started, int committed, long overtaken, long last) {
    return mayCommit(t, committed, overtaken)
        && goOn(
            started,
            committed | 1 << t,
            overtaken(t, started, committed, overtaken),
            written(t, last));
  }

  private boolean mayCommit(int t, int committed, long overtaken) {
    return ((overtaken >>> (t * keys)) & writes[t]) == 0 && (listedBehind[t] & committed) == 0;
  }

  private long overtaken(int t, int started, int committed, long overtaken) {
    long after = overtaken & ~(((1L << keys) - 1) << (t * keys));
    for (int running = started & ~committed & ~(1 << t); running != 0; running &= running - 1) {
      after |= (long) writes[t] << (Integer.numberOfTrailingZeros(running) * keys);
    }
    return after;
  }

  private long written(int t, long last) {
    long after = last;
    for (int key = 0; key < keys; key++) {
      if ((writes[t] >> key & 1) == 1) {
        after &= ~(((1L << writerBits) - 1) << (key * writerBits));
        after |= (t + 1L) << (key * writerBits);
      }
    }
    return after;
  }

  private boolean before(int s, int t) {
    long end = history.endTime(s);
    long begin = history.beginTime(t);
    boolean known = end != RawBlock.NO_TIME && begin != RawBlock.NO_TIME;
    boolean bySession =
        sessions
            && s < t
            && history.sessionOf(s) == history.sessionOf(t)
            && !(known && begin < end);
    boolean byTime = realTime && known && end < begin;
    return history.outcome(s) == Outcome.COMMITTED && (bySession || byTime);
  }
}
