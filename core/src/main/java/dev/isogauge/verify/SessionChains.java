package dev.isogauge.verify;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Session order as it is defined, for verifiers only: a transaction comes after another that stands
 * before it in its session, unless the outcome of that one is indeterminate or it had not ended
 * when this one began; and after all that come before that one.
 *
 * <p>Each session is covered by chains, in which every transaction comes after the one before it.
 * What comes before a transaction is then, for each chain of its session, all up to some member. A
 * session whose transactions do not overlap is one chain. Memory and time: one number for each
 * transaction and chain of its session.
 */
final class SessionChains {
  private final History history;
  private final IntPredicate happens;

  /** By transaction: its chain. */
  private final int[] chain;

  /** By transaction and chain of its session, in the order in which they began: the last before. */
  private final int[][] last;

  private int chainCount;

  /** The chains of those transactions that happen. */
  SessionChains(History history, IntPredicate happens) {
    this.history = history;
    this.happens = happens;
    this.chain = new int[history.transactionCount()];
    this.last = new int[history.transactionCount()][];
    for (int s = 0; s < history.sessionCount(); s++) {
      cover(history.firstTransaction(s), history.endTransaction(s));
    }
  }

  /** Covers a session by chains. Nothing comes after an indeterminate one: it is one by itself. */
  private void cover(int first, int end) {
    IntArrayList ends = new IntArrayList();
    // By transaction of the session: the one before it in its chain.
    int[] previous = new int[end - first];
    for (int t = first; t < end; t++) {
      if (!happens.test(t)) {
        continue;
      }
      last[t] = new int[ends.size()];
      for (int c = 0; c < ends.size(); c++) {
        int member = ends.getInt(c);
        while (member != NONE && !hadEnded(history, member, t)) {
          member = previous[member - first];
        }
        last[t][c] = member;
      }
      addEarlier(t);
      previous[t - first] = NONE;
      if (history.outcome(t) == Outcome.INDETERMINATE) {
        chain[t] = chainCount++;
        continue;
      }
      int free = 0;
      while (free < ends.size() && last[t][free] != ends.getInt(free)) {
        free++;
      }
      if (free < ends.size()) {
        previous[t - first] = ends.set(free, t);
        chain[t] = chain[previous[t - first]];
      } else {
        ends.add(t);
        chain[t] = chainCount++;
      }
    }
  }

  /** What comes before a transaction with a time missing may come before t only because of it. */
  private void addEarlier(int t) {
    for (int member : last[t].clone()) {
      if (member != NONE && !hasTimes(member)) {
        for (int c = 0; c < last[member].length; c++) {
          last[t][c] = Math.max(last[t][c], last[member][c]);
        }
      }
    }
  }

  private boolean hasTimes(int t) {
    return history.beginTime(t) != RawBlock.NO_TIME
        && history.endTime(t) != RawBlock.NO_TIME
        && history.beginTime(t) <= history.endTime(t);
  }

  /** Whether a transaction had ended when a later one of its session began, as far as known. */
  static boolean hadEnded(History history, int earlier, int later) {
    long end = history.endTime(earlier);
    long begin = history.beginTime(later);
    return end == RawBlock.NO_TIME || begin == RawBlock.NO_TIME || end <= begin;
  }

  /** How many chains there are. */
  int chainCount() {
    return chainCount;
  }

  /** The chain of a transaction that happens. */
  int chain(int transaction) {
    return chain[transaction];
  }

  /** In each chain of its session the last that comes before a transaction, where there is one. */
  int[] before(int transaction) {
    return Arrays.stream(last[transaction]).filter(member -> member != NONE).toArray();
  }
}
