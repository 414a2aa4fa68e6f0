package dev.isogauge.anomaly;

/**
 * A key at some moment of a replayed run.
 *
 * @param key the key
 * @param write the last write of the key so far, which made its value; {@code History.INITIAL} if
 *     there is none
 * @param state the key's value at that moment
 * @param result what was recorded of the key
 * @param seen the value that was recorded; empty if none was
 */
public record ReplayedRow(int key, int write, String state, Result result, String seen) {

  /** What a read had to do with a key. */
  public enum Result {
    /** It read this very key. */
    READ,
    /** It returned the key, which does not match its condition. */
    RETURNED_WITHOUT_MATCH,
    /** It returned the key, which does match, with another value. */
    RETURNED_WITH_OTHER_VALUE,
    /** It did not return the key, which matches its condition. */
    NOT_RETURNED,
    /** Its aggregate is over this key and others. */
    AGGREGATED
  }
}
