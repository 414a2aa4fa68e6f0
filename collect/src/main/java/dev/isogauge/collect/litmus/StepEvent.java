package dev.isogauge.collect.litmus;

import java.util.Locale;

/**
 * What was seen of a step.
 *
 * @param result what it returned; empty where it did not return
 */
public record StepEvent(Step step, Kind kind, String result) {
  /** What happened to a step. */
  public enum Kind {
    /** It returned at once. */
    RETURNED,
    /** It waits for another session. */
    BLOCKED,
    /** It returned after it had waited. */
    RETURNED_LATE,
    /** Its transaction was over. */
    SKIPPED;

    /** The word for it in data. */
    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Override
  public String toString() {
    return switch (kind) {
      case RETURNED -> step + " -> " + result;
      case BLOCKED -> step + " waits";
      case RETURNED_LATE -> step + " -> " + result + " (after it waited)";
      case SKIPPED -> step + " skipped: " + step.transaction() + " is over";
    };
  }
}
