package dev.isogauge.collect.litmus;

/** What was seen of a step. */
record StepEvent(Step step, Kind kind, String result) {
  /** What happened to a step. */
  enum Kind {
    /** It returned at once. */
    RETURNED,
    /** It waits for another session. */
    BLOCKED,
    /** It returned after it had waited. */
    RETURNED_LATE,
    /** Its transaction was over. */
    SKIPPED
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
