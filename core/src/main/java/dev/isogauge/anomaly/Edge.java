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

  /** Which relation the edge belongs to. */
  public Relation relation() {
    return Relation.of(why);
  }

  /** Without the reason, which is slow to hash: few edges between two transactions differ in it. */
  @Override
  public int hashCode() {
    return 31 * from + to;
  }

  /** Written out, as that of a record takes long to be linked and is slow until then. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Edge edge
        && from == edge.from
        && to == edge.to
        && (why == edge.why || why.equals(edge.why));
  }
}
