package dev.isogauge.check.timestamp;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Budget;
import java.util.Arrays;

/**
 * Runs the transactions in the order that their timestamps claim and compares what they read.
 *
 * <ol>
 *   <li>Walk through the commits in arbitration order, with the starts of the others in between
 *       where snapshots matter: a start sees every commit up to its own time. A transaction that
 *       starts and commits in one instant reads just before its own commit; so does every
 *       transaction when serializability is asked.
 *   <li>Where a transaction reads, judge its reads ({@link RegisterState}, {@link ListState}).
 *   <li>Where it commits, look for writers that it overlaps and put its writes into the state.
 * </ol>
 */
final class Simulation {
  /** How many transactions to run between two looks at the clock. */
  private static final int STRIDE = 1 << 12;

  private final History history;
  private final boolean snapshots;
  private final Arbitration order;
  private final Budget budget;
  private final RegisterState registers;
  private final ListState lists;

  Simulation(
      History history,
      IsolationLevel level,
      Arbitration order,
      SessionRule sessions,
      TimestampFindings findings,
      Budget budget) {
    this.history = history;
    this.snapshots = level == IsolationLevel.SNAPSHOT_ISOLATION;
    this.order = order;
    this.budget = budget;
    boolean inverted = hasInvertedSession();
    registers = new RegisterState(history, order, sessions, findings, budget, inverted, snapshots);
    lists = new ListState(history, order, sessions, findings, inverted);
  }

  /** Whether some transaction comes, in arbitration order, after one that follows it. */
  private boolean hasInvertedSession() {
    for (int s = 0; s < history.sessionCount(); s++) {
      int last = -1;
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        if (history.counts(t)) {
          if (order.place(t) < last) {
            return true;
          }
          last = order.place(t);
        }
      }
    }
    return false;
  }

  void run() {
    int[] starting = snapshots ? order.byStart(withSpan()) : new int[0];
    int next = 0;
    // Step 1.
    for (int i = 0; i < order.size(); i++) {
      int t = order.transaction(i);
      while (next < starting.length && order.compareCommitToStart(t, starting[next]) > 0) {
        read(starting[next++], true);
      }
      if (!snapshots || order.isInstant(t)) {
        read(t, true);
      } else if (order.isReversed(t)) {
        read(t, false);
      }
      commit(t);
      if (i % STRIDE == 0) {
        budget.checkTime();
      }
    }
    while (next < starting.length) {
      read(starting[next++], true);
    }
  }

  /** Counting transactions that start before they commit. */
  private int[] withSpan() {
    int[] found = new int[order.size()];
    int size = 0;
    for (int i = 0; i < found.length; i++) {
      int t = order.transaction(i);
      if (order.compareCommitToStart(t, t) > 0) {
        found[size++] = t;
      }
    }
    return Arrays.copyOf(found, size);
  }

  /** Step 2. */
  private void read(int t, boolean judgeExternal) {
    if (history.hasLists()) {
      lists.read(t, judgeExternal);
    }
    registers.read(t, judgeExternal);
  }

  /** Step 3. */
  private void commit(int t) {
    if (order.isUpdating(t)) {
      if (history.hasLists()) {
        lists.commit(t);
      }
      registers.commit(t);
    }
  }
}
