package dev.isogauge.predict;

/**
 * A step of a predicted schedule.
 *
 * @param member the number of its transaction
 * @param what what the transaction does
 * @param statement the number of its statement among those that matter; that of a commit is one
 *     more than the last
 * @param kind what happens to it
 * @param result in words; empty if it waits
 */
public record PredictedStep(int member, String what, int statement, Kind kind, String result) {
  /** What happens to a step. */
  public enum Kind {
    /** It returns at once. */
    RETURNS,
    /** It waits for another transaction. */
    WAITS,
    /** It returns after it has waited. */
    GOES_ON,
    /** The database ends its transaction. */
    FAILS
  }
}
