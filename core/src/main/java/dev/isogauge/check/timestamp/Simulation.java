package dev.isogauge.check.timestamp;

import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.timestamp.TimestampRules;
import java.util.Arrays;

/**
 * Replays the transactions in the order that their timestamps claim and compares what they read.
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
  /** How many transactions to replay before the clock is read again. */
  private static final int STRIDE = 1 << 12;

  private final History history;
  private final TimestampRules rules;
  private final Arbitration order;
  private final Budget budget;
  private final RegisterState registers;
  private final ListState lists;

  Simulation(
      History history,
      TimestampRules rules,
      Arbitration order,
      TimestampFindings findings,
      Budget budget) {
    this.history = history;
    this.rules = rules;
    this.order = order;
    this.budget = budget;
    boolean inverted = hasInvertedSession();
    ReadOrigins origins = new ReadOrigins(history, order);
    registers = new RegisterState(history, rules, findings, budget, origins, inverted);
    lists = new ListState(history, rules, findings, origins, inverted);
  }

  /** Whether some transaction comes, in arbitration order, after one that follows it. */
  private boolean hasInvertedSession() {
    for (int s = 0; s < history.sessionCount(); s++) {
      int last = History.NONE;
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        if (history.counts(t)) {
          if (order.position(t) < last) {
            return true;
          }
          last = order.position(t);
        }
      }
    }
    return false;
  }

  void replay() {
    int[] starting = rules.snapshots() ? order.byStart(withSpan()) : new int[0];
    int next = 0;
    // Step 1.
    for (int i = 0; i < order.size(); i++) {
      int t = order.transaction(i);
      while (next < starting.length && rules.isConcurrent(t, starting[next])) {
        read(starting[next++], true);
      }
      if (!rules.readsAtStart(t)) {
        read(t, true);
      } else if (rules.startsAfterCommit(t)) {
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
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t) && rules.startsBeforeCommit(t)) {
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
    if (rules.isUpdating(t)) {
      if (history.hasLists()) {
        lists.commit(t);
      }
      registers.commit(t);
    }
  }
}
