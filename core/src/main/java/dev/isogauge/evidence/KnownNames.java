package dev.isogauge.evidence;

import dev.isogauge.anomaly.AnomalyKind;
import java.util.ArrayList;
import java.util.List;

/** The names under which an anomaly is known. */
public final class KnownNames {
  private KnownNames() {}

  /** Our name, with the others in parentheses: {@code AbortedRead (TAP-b, Adya's G1a)}. */
  public static String of(AnomalyKind kind) {
    List<String> others = new ArrayList<>();
    if (!kind.letter().isEmpty()) {
      others.add(kind.letter());
    }
    others.addAll(elsewhere(kind));
    return others.isEmpty() ? kind.title() : kind.title() + " (" + String.join(", ", others) + ")";
  }

  /** What others than the authors of the TAP letters call it. */
  public static List<String> elsewhere(AnomalyKind kind) {
    return switch (kind) {
      case THIN_AIR_READ -> List.of("Elle's garbage read");
      case ABORTED_READ -> List.of("Adya's G1a");
      case NOT_MY_OWN_WRITE, NOT_MY_LAST_WRITE -> List.of("Elle's internal");
      case INTERMEDIATE_READ -> List.of("Adya's G1b");
      default -> List.of();
    };
  }
}
