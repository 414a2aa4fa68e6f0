package dev.isogauge.check.weak;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.checker.Budget;
import dev.isogauge.search.Observations;
import dev.isogauge.search.Visibility;
import dev.isogauge.search.Visibility.Step;
import dev.isogauge.search.Visibility.Times;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The writers that are visible to a reader's observations by a choice of what was read and, where
 * the level asks for it, by an order of commits. By such an order only the writer that overwrites
 * what was read is checked: if a later one is visible, then so is that.
 *
 * <ol>
 *   <li>Walk the path of the {@link Visibility} backwards from the reader, breadth first, over
 *       pairs of a transaction and the steps that are left. Session order as the last step is left
 *       to 3, since few of a session's transactions write a given key; the commit order to 2.
 *   <li>Of the transactions from which the commit order leads back, keep the last.
 *   <li>For each observation, go through the writers of its key that were reached.
 * </ol>
 *
 * <p>O(what the reader can see, times the steps of the path).
 */
final class VisibleWriters {
  /**
   * Takes a writer that is visible to an observation.
   *
   * <p>{@code by} are the observations on the path, and {@code ordered} pairs of transactions whose
   * order of commits is on it, one after the other; both from the writer to the reader.
   */
  interface Sink {
    void accept(int observation, int writer, IntArrayList by, IntArrayList ordered);
  }

  /** A path has at most so many steps. */
  private static final int MOST_STEPS = 3;

  private final Observations possible;
  private final IntUnaryOperator source;
  private final CommitOrder commits;
  private final Budget budget;

  /** By steps left and transaction: the place in the walk, valid if it leads back there. */
  private final int[] place;

  // The walk: transaction, steps left, the place it comes from, and by which observation, if any.
  private final IntArrayList at = new IntArrayList();
  private final IntArrayList left = new IntArrayList();
  private final IntArrayList from = new IntArrayList();
  private final IntArrayList by = new IntArrayList();

  /** Places of the walk from which session order leads to what is visible. */
  private final IntArrayList followers = new IntArrayList();

  /** Writers that the walk still has to reach, where it is known which they are. */
  private final IntOpenHashSet sought = new IntOpenHashSet();

  private boolean seeksFew;

  private Visibility visibility;

  /** The number of steps that are left where something is visible. */
  private int end;

  /**
   * Begins with a choice.
   *
   * @param source by observation: the transaction that it is given to, {@code INITIAL}, or {@code
   *     NONE} if it is not given to any yet
   * @param commits the order of commits; null if no level asks for it
   */
  VisibleWriters(
      Observations possible, IntUnaryOperator source, CommitOrder commits, Budget budget) {
    this.possible = possible;
    this.source = source;
    this.commits = commits;
    this.budget = budget;
    place = new int[(MOST_STEPS + 1) * possible.history.transactionCount()];
  }

  /** Visits what a level makes visible to a transaction's observations. */
  void forEach(int reader, Visibility level, Sink sink) {
    forEach(reader, level, null, sink);
  }

  /**
   * The same where it is known what is visible to the reader: a walk for the writers that overwrite
   * what was read ends where it has reached those of them that are.
   */
  void forEach(int reader, Visibility level, BitSet past, Sink sink) {
    if (possible.first(reader) == possible.end(reader)) {
      return;
    }
    visibility = level;
    sought.clear();
    seeksFew = past != null && level.isByCommits() && !level.isPrefix();
    for (int o = possible.first(reader); seeksFew && o < possible.end(reader); o++) {
      int writer = commits.overwriting(possible.key(o), source.applyAsInt(o), reader);
      if (writer != NONE && past.get(writer)) {
        sought.add(writer);
      }
    }
    walk(reader);
    if (level.isByCommits()) {
      forEachOverwriter(reader, sink);
    } else {
      for (int o = possible.first(reader); o < possible.end(reader); o++) {
        forEachReached(o, sink);
        forEachFollowed(o, sink);
      }
    }
  }

  /** Step 1. */
  private void walk(int reader) {
    at.clear();
    left.clear();
    from.clear();
    by.clear();
    followers.clear();
    List<Step> path = visibility.path();
    end = visibility.isPrefix() ? 1 : 0;
    reach(reader, path.size(), NONE, NONE);
    for (int head = 0; head < at.size() && !(seeksFew && sought.isEmpty()); head++) {
      budget.checkTime();
      int steps = left.getInt(head);
      if (steps > end) {
        take(path.get(steps - 1), head, steps - 1);
      }
      if (steps < path.size() && path.get(steps).times() == Times.ONCE_OR_MORE) {
        take(path.get(steps), head, steps);
      }
    }
  }

  private void take(Step step, int head, int steps) {
    int t = at.getInt(head);
    if (step.times() == Times.AT_MOST_ONCE) {
      reach(t, steps, head, NONE);
    }
    if (step.is(Relation.SESSION_ORDER)) {
      takeSession(step, head, steps);
    }
    for (int o = possible.first(t); step.is(Relation.READS_FROM) && o < possible.end(t); o++) {
      int writer = source.applyAsInt(o);
      if (writer != INITIAL && writer != NONE) {
        reach(writer, steps, head, o);
        for (int appender : visibility.isTransitive() ? possible.alsoShown(o) : new int[0]) {
          reach(appender, steps, head, o);
        }
      }
    }
    if (step.is(Relation.OVERWRITES)) {
      for (int earlier : commits.overwritten(t)) {
        reach(earlier, steps, head, NONE);
      }
    }
  }

  private void takeSession(Step step, int head, int steps) {
    int t = at.getInt(head);
    if (step.times() == Times.ONCE_OR_MORE || visibility.isPrefix()) {
      // The others come before these.
      for (int earlier : possible.sessions().predecessors(t)) {
        reach(earlier, steps, head, NONE);
      }
    } else if (steps == 0) {
      followers.add(head);
    } else {
      int first = possible.history.firstTransaction(possible.history.sessionOf(t));
      for (int earlier = first; earlier < t; earlier++) {
        if (possible.sessions().isBefore(earlier, t)) {
          reach(earlier, steps, head, NONE);
        }
      }
    }
  }

  private void reach(int t, int steps, int head, int observation) {
    if (placeOf(t, steps) == NONE) {
      place[steps * possible.history.transactionCount() + t] = at.size();
      at.add(t);
      left.add(steps);
      from.add(head);
      by.add(observation);
      if (seeksFew && steps == end) {
        sought.remove(t);
      }
    }
  }

  /** The place of the walk with a transaction and some steps left, or {@code NONE}. */
  private int placeOf(int t, int steps) {
    int found = place[steps * possible.history.transactionCount() + t];
    return found < at.size() && at.getInt(found) == t && left.getInt(found) == steps ? found : NONE;
  }

  /** Step 2 if all up to it is visible, and the one writer that matters. */
  private void forEachOverwriter(int reader, Sink sink) {
    if (!visibility.isPrefix()) {
      for (int o = possible.first(reader); o < possible.end(reader); o++) {
        int writer = commits.overwriting(possible.key(o), source.applyAsInt(o), reader);
        int head = writer == NONE ? NONE : placeOf(writer, end);
        if (head != NONE) {
          accept(o, writer, head, sink);
        }
      }
      return;
    }
    int last = NONE;
    for (int head = 0; head < at.size(); head++) {
      if (left.getInt(head) == end
          && (last == NONE || commits.isBefore(at.getInt(last), at.getInt(head)))) {
        last = head;
      }
    }
    for (int o = possible.first(reader); last != NONE && o < possible.end(reader); o++) {
      int writer = commits.overwriting(possible.key(o), source.applyAsInt(o), reader);
      if (writer != NONE && !commits.isBefore(at.getInt(last), writer)) {
        accept(o, writer, last, sink);
      }
    }
  }

  /** Step 3. */
  private void forEachReached(int o, Sink sink) {
    int key = possible.key(o);
    int firstVersion = possible.firstVersion(key);
    int endVersion = possible.endVersion(key);
    if (at.size() < endVersion - firstVersion) {
      for (int head = 0; head < at.size(); head++) {
        if (left.getInt(head) == end && possible.versionOf(at.getInt(head), key) != NONE) {
          accept(o, at.getInt(head), head, sink);
        }
      }
    } else {
      for (int v = firstVersion; v < endVersion; v++) {
        int writer = possible.writer(v);
        int head = placeOf(writer, end);
        if (head != NONE) {
          accept(o, writer, head, sink);
        }
      }
    }
  }

  private void forEachFollowed(int o, Sink sink) {
    for (int head : followers) {
      int follower = at.getInt(head);
      int session = possible.history.sessionOf(follower);
      int end = possible.endVersion(possible.key(o));
      for (int v = possible.firstVersionInSession(session, possible.key(o));
          v < end && possible.writer(v) < follower;
          v++) {
        if (possible.sessions().isBefore(possible.writer(v), follower)) {
          accept(o, possible.writer(v), head, sink);
        }
      }
    }
  }

  /** A writer of which the commit order or session order leads to a place of the walk, or it. */
  private void accept(int o, int writer, int head, Sink sink) {
    boolean isLate = visibility.isByEarlierReads() && by.getInt(head) >= o;
    if (isLate || writer == source.applyAsInt(o) || writer == possible.reader(o)) {
      return;
    }
    IntArrayList observations = new IntArrayList();
    IntArrayList ordered = new IntArrayList();
    if (visibility.isPrefix() && writer != at.getInt(head)) {
      ordered.add(writer);
      ordered.add(at.getInt(head));
    }
    for (int i = head; from.getInt(i) != NONE; i = from.getInt(i)) {
      int next = at.getInt(from.getInt(i));
      if (by.getInt(i) != NONE) {
        observations.add(by.getInt(i));
      } else if (next != at.getInt(i) && !possible.sessions().isBefore(at.getInt(i), next)) {
        ordered.add(at.getInt(i));
        ordered.add(next);
      }
    }
    sink.accept(o, writer, observations, ordered);
  }

  /** The path from a visible writer to an observation's reader; only without commit order. */
  List<Edge> path(int observation, int writer, IntArrayList by) {
    List<Edge> path = new ArrayList<>();
    int last = writer;
    for (int read : by) {
      int seen = source.applyAsInt(read);
      // Where a list shows the writer beside others, the read itself leads on.
      if (last != seen && possible.sessions().isBefore(last, seen)) {
        path.add(new Edge(last, seen, Justification.sessionOrder()));
        last = seen;
      }
      path.add(new Edge(last, possible.reader(read), Justification.readsFrom(possible.read(read))));
      last = possible.reader(read);
    }
    if (last != possible.reader(observation)) {
      path.add(new Edge(last, possible.reader(observation), Justification.sessionOrder()));
    }
    return path;
  }

  /** An order of commits, and with it of the versions of each key. */
  static final class CommitOrder {
    private final int[] position;
    private final int[][] writers;

    /** By transaction: for each key that it writes, the writer before it; null until asked for. */
    private int[][] overwritten;

    /**
     * Of those that happen.
     *
     * @param position by transaction: its place in the order
     */
    CommitOrder(Observations possible, boolean[] happens, int[] position, int[] order) {
      this.position = position;
      writers = new int[possible.history.keyCount()][];
      for (int key = 0; key < writers.length; key++) {
        writers[key] =
            IntStream.range(possible.firstVersion(key), possible.endVersion(key))
                .map(possible::writer)
                .filter(t -> happens[t])
                .map(t -> position[t])
                .sorted()
                .map(place -> order[place])
                .toArray();
      }
    }

    private int[][] findOverwritten() {
      IntArrayList[] before = new IntArrayList[position.length];
      Arrays.setAll(before, t -> new IntArrayList(0));
      for (int[] ofKey : writers) {
        for (int i = 1; i < ofKey.length; i++) {
          before[ofKey[i]].add(ofKey[i - 1]);
        }
      }
      return Arrays.stream(before).map(IntArrayList::toIntArray).toArray(int[][]::new);
    }

    boolean isBefore(int earlier, int later) {
      return position[earlier] < position[later];
    }

    /** For each key that a transaction writes, the writer before it. */
    int[] overwritten(int transaction) {
      if (overwritten == null) {
        overwritten = findOverwritten();
      }
      return overwritten[transaction];
    }

    /** The next writer of a key after one that was read, the reader aside; or {@code NONE}. */
    int overwriting(int key, int seen, int reader) {
      int[] ofKey = writers[key];
      int low = 0;
      int high = ofKey.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (seen != INITIAL && position[ofKey[middle]] <= position[seen]) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      if (low < ofKey.length && ofKey[low] == reader) {
        low++;
      }
      return low < ofKey.length ? ofKey[low] : NONE;
    }
  }
}
