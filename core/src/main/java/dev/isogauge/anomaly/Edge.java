package dev.isogauge.anomaly;

/**
 * One transaction comes before another, and why. Transactions are numbers of the history; {@link
 * dev.isogauge.history.History#INITIAL} is the initial one.
 */
public record Edge(int from, int to, Justification why) {
  /** Whether the edge was inferred from the level's rule rather than seen in the history. */
  public boolean isInferred() {
    return why instanceof Justification.Forced;
  }

  public Relation relation() {
    if (why instanceof Justification.InitialFirst) {
      return Relation.INITIAL_FIRST;
    } else if (why instanceof Justification.SessionOrder) {
      return Relation.SESSION_ORDER;
    } else if (why instanceof Justification.ReadsFrom) {
      return Relation.READS_FROM;
    } else if (why instanceof Justification.RealTime) {
      return Relation.REAL_TIME;
    } else if (why instanceof Justification.Overwrites) {
      return Relation.OVERWRITES;
    } else if (why instanceof Justification.ReadOverwritten) {
      return Relation.READ_OVERWRITTEN;
    } else if (why instanceof Justification.PredicateSaw) {
      return Relation.PREDICATE_READS_FROM;
    } else if (why instanceof Justification.PredicateOverwritten) {
      return Relation.PREDICATE_OVERWRITTEN;
    } else if (why instanceof Justification.InSnapshot) {
      return Relation.START;
    }
    return Relation.COMMIT_ORDER;
  }
}
