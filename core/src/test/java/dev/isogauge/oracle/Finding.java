package dev.isogauge.oracle;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.List;

/**
 * A named anomaly in the terms by which two lists of findings are compared. Letters are those of
 * the table of patterns; what a letter does not use is empty or {@link #NONE}.
 *
 * @param t3 the reader; for g the smallest transaction of the component
 * @param t1 the transaction read from
 * @param t2 the witness
 * @param read the operation at which it is shown
 * @param other for j the second read
 */
public record Finding(char letter, int t3, String key, int t1, int t2, int read, int other) {
  static final int NONE = History.UNKNOWN - 5;

  static Finding faultyRead(char letter, int reader, String key, int read) {
    return new Finding(letter, reader, key, NONE, NONE, read, NONE);
  }

  static Finding cycle(List<Integer> component) {
    return new Finding('g', component.get(0), "", NONE, NONE, NONE, NONE);
  }

  static Finding nonRepeatable(int reader, String key, int read, int other) {
    return new Finding('j', reader, key, NONE, NONE, read, other);
  }

  /** Letters of no table; any of the possible witnesses may be shown. */
  static Finding byGuarantee(IsolationLevel level, int t1, int t3, String key, int read) {
    char letter = (char) ('A' + level.ordinal());
    return new Finding(letter, t3, key, t1, NONE, read, NONE);
  }

  static Finding stale(char letter, int t1, int t2, int t3, String key, int read) {
    return new Finding(letter, t3, key, t1, t2, read, NONE);
  }
}
