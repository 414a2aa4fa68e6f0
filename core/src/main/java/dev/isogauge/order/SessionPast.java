package dev.isogauge.order;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * What comes before a transaction in its session, also before one that may not have happened; after
 * such a one nothing comes.
 */
public final class SessionPast {
  private final History history;
  private final SessionOrder sessions;

  public SessionPast(History history) {
    this.history = history;
    this.sessions = new SessionOrder(history);
  }

  /** Session order, transitive. */
  public boolean isBefore(int earlier, int later) {
    if (earlier >= later
        || history.sessionOf(earlier) != history.sessionOf(later)
        || sessions.node(earlier) == NONE
        || history.outcome(earlier) != Outcome.COMMITTED) {
      return false;
    }
    if (sessions.node(later) != NONE) {
      return sessions.sessionBefore(sessions.node(earlier), sessions.node(later));
    }
    for (int s = earlier; s < later; s++) {
      if (isDirectlyBefore(s, later)
          && (s == earlier || sessions.sessionBefore(sessions.node(earlier), sessions.node(s)))) {
        return true;
      }
    }
    return false;
  }

  private boolean isDirectlyBefore(int earlier, int later) {
    return history.outcome(earlier) == Outcome.COMMITTED
        && SessionOrder.isOrdered(history, earlier, later);
  }

  /** Transactions from which session order leads to this one; the others follow from these. */
  public int[] predecessors(int transaction) {
    if (sessions.node(transaction) != NONE) {
      return sessions.predecessors(transaction);
    }
    IntArrayList before = new IntArrayList();
    for (int s = history.firstTransaction(history.sessionOf(transaction)); s < transaction; s++) {
      if (isDirectlyBefore(s, transaction)) {
        before.add(s);
      }
    }
    return before.toIntArray();
  }
}
