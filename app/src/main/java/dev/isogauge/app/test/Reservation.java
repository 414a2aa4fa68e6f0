package dev.isogauge.app.test;

import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.history.History;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.List;

/** Why it does not mean much that a level held: hardly anything could have gone wrong. */
final class Reservation {
  /** So few transactions hardly ever meet. */
  private static final int FEW = 100;

  private Reservation() {}

  /** A line; empty if there is nothing to say. */
  static String text(RunPlan plan, RunSummary summary, History history) {
    List<String> reasons = new ArrayList<>();
    if (plan.parameters().sessions() == 1) {
      reasons.add("there was one session");
    }
    if (summary.committed() < FEW) {
      reasons.add(Words.count(summary.committed(), "transaction") + " committed");
    }
    int writes = 0;
    for (int i = 0; i < history.operationCount(); i++) {
      writes += history.isWrite(i) ? 1 : 0;
    }
    if (writes == 0) {
      reasons.add("nothing was written");
    } else if (writes == history.operationCount() && history.predicateReads().count() == 0) {
      reasons.add("nothing was read");
    }
    return reasons.isEmpty() ? "" : "That says little: " + String.join(", ", reasons) + ".\n";
  }
}
