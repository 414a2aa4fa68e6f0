package dev.isogauge.online.kernel;

import dev.isogauge.anomaly.AnomalyKind;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What is known of a stream that has ended. */
public enum StreamVerdict {
  /** Everything was judged, and nothing was found. */
  SATISFIED,
  /** A violation that nothing can explain. */
  VIOLATED,
  /** Nothing came, or a part of it could not be judged. */
  UNKNOWN;

  private static final Set<AnomalyKind> CERTAIN =
      EnumSet.of(
          AnomalyKind.NO_CONFLICT,
          AnomalyKind.TIMESTAMP_TIE,
          AnomalyKind.TIMESTAMP_ORDER,
          AnomalyKind.INTERNAL);

  /**
   * The verdict. What could not be judged may explain a read or a gap in a session, but not what
   * two transactions that are known contradict each other in, or one contradicts itself.
   *
   * @param transactions how many came
   * @param isComplete whether all of them were judged
   * @param found the kinds of violations that stand
   */
  public static StreamVerdict of(long transactions, boolean isComplete, Set<AnomalyKind> found) {
    if (transactions == 0) {
      return UNKNOWN;
    }
    if (found.stream().anyMatch(kind -> isComplete || CERTAIN.contains(kind))) {
      return VIOLATED;
    }
    return isComplete ? SATISFIED : UNKNOWN;
  }

  /** Its name in reports. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
