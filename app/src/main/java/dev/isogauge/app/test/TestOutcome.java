package dev.isogauge.app.test;

import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.evidence.BreakingPoint;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.report.CheckResult;
import dev.isogauge.verdict.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How a test ended.
 *
 * @param code the exit code
 * @param broken when a level that is judged broke, if one did
 */
record TestOutcome(int code, RunSummary summary, Optional<Broken> broken) {
  /** A level that broke, and when. */
  record Broken(IsolationLevel level, BreakingPoint point) {
    /** The first of all; empty if nothing is violated, or no times were recorded. */
    static Optional<Broken> first(List<CheckResult> results) {
      return results.stream()
          .flatMap(result -> of(result).stream())
          .min(Comparator.comparing(broken -> broken.point().time()));
    }

    private static Optional<Broken> of(CheckResult result) {
      return result.verdict() instanceof Verdict.Violated violated
          ? BreakingPoint.of(result.history(), violated.anomalies())
              .map(point -> new Broken(result.question().level(), point))
          : Optional.empty();
    }
  }
}
