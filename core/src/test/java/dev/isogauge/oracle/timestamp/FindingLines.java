package dev.isogauge.oracle.timestamp;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;

/** Findings in the words of {@link TimestampOracle}. */
public final class FindingLines {
  private FindingLines() {}

  public static String of(TimestampFinding finding) {
    String name = finding.transaction().name();
    String other = finding.other().map(TimestampFinding.TimestampedTransaction::name).orElse("");
    return switch (finding.kind()) {
      case TIMESTAMP_ORDER -> "TimestampOrder " + name;
      case TIMESTAMP_TIE -> "TimestampTie " + name + " with " + other;
      case SESSION -> "Session " + name + " after " + other;
      case NO_CONFLICT ->
          "NoConflict " + name + " with " + other + " on " + finding.key().orElseThrow();
      default -> {
        boolean list = finding.actual().startsWith("[");
        String line =
            finding.kind().title()
                + " "
                + name
                + " operation "
                + finding.operation()
                + " read "
                + finding.actual();
        if (finding.kind() == AnomalyKind.EXTERNAL || !list) {
          line += " for " + finding.expected();
        }
        yield other.isEmpty() ? line : line + " of " + other;
      }
    };
  }
}
