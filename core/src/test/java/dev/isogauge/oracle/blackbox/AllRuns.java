package dev.isogauge.oracle.blackbox;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
  private final boolean versionOrders;
  private final IntPredicate kept;
  private final boolean restricted;
  private final int count;

  /** By transaction and key: what it leaves there, and whether it writes it at all. */
  private final long[][] leaves;

  private final boolean[][] writes;
  private final Set<List<Object>> failed = new HashSet<>();

  private boolean[] takesPart;
  private long[] state;

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
    this.versionOrders = versionOrders;
    this.kept = kept;
    this.count = history.transactionCount();
    this.leaves = new long[count][history.keyCount()];
    this.writes = new boolean[count][history.keyCount()];
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isWrite(i) && kept.test(i)) {
        leaves[history.transactionOf(i)][history.keyOf(i)] = history.valueOf(i);
        writes[history.transactionOf(i)][history.keyOf(i)] = true;
      }
    }
  }

  boolean exists() {
    List<Integer> open = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      if (history.outcome(t) == Outcome.INDETERMINATE) {
        open.add(t);
      }
    }
    for (int choice = 0; choice < 1 << open.size(); choice++) {
      takesPart = new boolean[count];
      for (int t = 0; t < count; t++) {
        int index = open.indexOf(t);
        takesPart[t] =
            index >= 0 ? (choice >> index & 1) == 1 : history.outcome(t) == Outcome.COMMITTED;
      }
      if (restricted ? countingTakePart() : listedTakePart()) {
        state = new long[history.keyCount()];
        for (int key = 0; key < state.length; key++) {
          state[key] = history.initialValue(key);
        }
        failed.clear();
        if (goOn(new int[count], new boolean[count][history.keyCount()], new ArrayList<>())) {
          return true;
        }
      }
    }
    return false;
  }

  /** An order of versions shows that the transactions it lists happened. */
  private boolean listedTakePart() {
    for (VersionOrder order : history.versionOrders()) {
      for (int t : writersOf(order)) {
        if (history.outcome(t) == Outcome.INDETERMINATE && !takesPart[t]) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean countingTakePart() {
    for (int t = 0; t < count; t++) {
      if (history.counts(t) && !takesPart[t]) {
        return false;
      }
    }
    return true;
  }

  private List<Integer> writersOf(VersionOrder order) {
    List<Integer> writers = new ArrayList<>();
    for (VersionOrder.Version version : order.versions()) {
      for (int t = 0; t < count; t++) {
        for (int key = 0; key < history.keyCount(); key++) {
          if (history.keyAtom(key) == order.key()
              && writes[t][key]
              && leaves[t][key] == version.value()
              && version.writer() != Atoms.NO_NAME
              && version.writer() == history.nameAtom(t)) {
            writers.add(t);
          }
        }
      }
    }
    return writers;
  }

  /**
   * Tries all that may come next.
   *
   * @param phase by transaction: 0 before it starts, 1 while it runs, 2 after it committed
   * @param overtaken by running transaction and key: whether another committed it meanwhile
   */
  private boolean goOn(int[] phase, boolean[][] overtaken, List<Integer> committed) {
    boolean finished = true;
    for (int t = 0; t < count; t++) {
      finished &= !takesPart[t] || phase[t] == 2;
    }
    if (finished) {
      return true;
    }
    List<Object> here = position(phase, overtaken, committed);
    if (failed.contains(here)) {
      return false;
    }
    for (int t = 0; t < count; t++) {
      if (!takesPart[t] || phase[t] == 2) {
        continue;
      }
      boolean found;
      if (phase[t] == 0) {
        if (!mayStart(t, phase)) {
          continue;
        }
        phase[t] = 1;
        Arrays.fill(overtaken[t], false);
        found =
            snapshots ? goOn(phase, overtaken, committed) : commit(t, phase, overtaken, committed);
        phase[t] = 0;
      } else {
        found = commit(t, phase, overtaken, committed);
      }
      if (found) {
        return true;
      }
    }
    failed.add(here);
    return false;
  }

  private List<Object> position(int[] phase, boolean[][] overtaken, List<Integer> committed) {
    List<Object> position = new ArrayList<>();
    position.add(Arrays.hashCode(phase) + ":" + Arrays.toString(phase));
    position.add(Arrays.toString(state));
    position.add(Arrays.deepToString(overtaken));
    position.add(Set.copyOf(committed));
    return position;
  }

  private boolean mayStart(int t, int[] phase) {
    for (int s = 0; s < count; s++) {
      if (takesPart[s] && phase[s] != 2 && before(s, t)) {
        return false;
      }
    }
    long[] sees = state.clone();
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isWrite(i) && kept.test(i)) {
        sees[history.keyOf(i)] = history.valueOf(i);
      } else if (!history.isWrite(i)
          && !history.isUnknownRead(i)
          && kept.test(i)
          && sees[history.keyOf(i)] != history.valueOf(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean commit(int t, int[] phase, boolean[][] overtaken, List<Integer> committed) {
    for (int key = 0; key < history.keyCount(); key++) {
      if (writes[t][key] && overtaken[t][key]) {
        return false;
      }
    }
    for (VersionOrder order : versionOrders ? history.versionOrders() : List.<VersionOrder>of()) {
      List<Integer> listed = writersOf(order);
      int place = listed.indexOf(t);
      if (place >= 0
          && listed.subList(place + 1, listed.size()).stream().anyMatch(committed::contains)) {
        return false;
      }
    }
    long[] oldState = state.clone();
    boolean[][] after = new boolean[count][];
    for (int s = 0; s < count; s++) {
      after[s] = overtaken[s].clone();
    }
    for (int key = 0; key < history.keyCount(); key++) {
      if (writes[t][key]) {
        state[key] = leaves[t][key];
        for (int s = 0; s < count; s++) {
          after[s][key] |= phase[s] == 1;
        }
      }
    }
    phase[t] = 2;
    committed.add(t);
    boolean found = goOn(phase, after, committed);
    committed.remove(committed.size() - 1);
    phase[t] = 1;
    state = oldState;
    return found;
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
