package dev.isogauge.history;

/** How a transaction ended, as far as its client knows. */
public enum Outcome {
  /** The database said that it committed. */
  COMMITTED,
  /** The database said that it did not commit, or it never tried to. */
  ABORTED,
  /**
   * The client never learned; the transaction counts only when something shows that it happened.
   */
  INDETERMINATE;

  private static final Outcome[] VALUES = values();

  static Outcome of(byte ordinal) {
    return VALUES[ordinal];
  }

  byte code() {
    return (byte) ordinal();
  }
}
