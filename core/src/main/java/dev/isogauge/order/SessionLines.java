package dev.isogauge.order;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Session order: each session cut into lines of transactions that directly follow one another. A
 * new line begins where a transaction is not ordered after the one before it, because that is
 * indeterminate or had not ended yet.
 */
public final class SessionLines {
  private final History history;

  /** By transaction: its line; -1 if it does not count. */
  private final int[] line;

  private final int[] previous;

  /** By transaction: the latest end of those before it in its session that others may follow. */
  private final long[] latestEnd;

  private final IntArrayList lineBegin = new IntArrayList();
  private final IntArrayList lineSession = new IntArrayList();
  private boolean cut;

  public SessionLines(History history) {
    this.history = history;
    line = new int[history.transactionCount()];
    previous = new int[history.transactionCount()];
    latestEnd = new long[history.transactionCount()];
    Arrays.fill(line, -1);
    for (int s = 0; s < history.sessionCount(); s++) {
      int last = -1;
      long end = RawBlock.NO_TIME;
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        latestEnd[t] = end;
        if (history.counts(t)) {
          if (history.outcome(t) == Outcome.COMMITTED) {
            end = Math.max(end, history.endTime(t));
          }
          if (last < 0 || !isOrdered(last, t)) {
            cut |= last >= 0;
            lineBegin.add(t);
            lineSession.add(s);
          }
          line[t] = lineBegin.size() - 1;
          previous[t] = last;
          last = t;
        }
      }
    }
  }

  /** Whether some session has several lines. */
  public boolean isCut() {
    return cut;
  }

  public int count() {
    return lineBegin.size();
  }

  public int of(int transaction) {
    return line[transaction];
  }

  /**
   * Direct predecessors: the one before in the line, and the last ordered one of earlier lines,
   * back to one that follows everything before it.
   */
  public int[] predecessors(int t) {
    int current = line[t];
    boolean begins = t == lineBegin.getInt(current);
    if (!begins && followsAll(previous[t])) {
      return new int[] {previous[t]};
    }
    IntArrayList found = new IntArrayList();
    if (!begins) {
      found.add(previous[t]);
    }
    int last = previous[lineBegin.getInt(current)];
    for (int earlier = current - 1;
        earlier >= 0 && lineSession.getInt(earlier) == lineSession.getInt(current);
        earlier--) {
      while (last >= lineBegin.getInt(earlier) && !isOrdered(last, t)) {
        last = previous[last];
      }
      if (last >= lineBegin.getInt(earlier)) {
        found.add(last);
        if (followsAll(last)) {
          break;
        }
      }
      last = previous[lineBegin.getInt(earlier)];
    }
    return found.toIntArray();
  }

  /** Whether all that others may follow, before it in its session, had ended when it began. */
  private boolean followsAll(int t) {
    return history.beginTime(t) == RawBlock.NO_TIME || latestEnd[t] <= history.beginTime(t);
  }

  /** Whether session order holds between two transactions of one session, directly. */
  public boolean isOrdered(int earlier, int later) {
    long end = history.endTime(earlier);
    long begin = history.beginTime(later);
    return history.outcome(earlier) != Outcome.INDETERMINATE
        && (end == RawBlock.NO_TIME || begin == RawBlock.NO_TIME || end <= begin);
  }
}
