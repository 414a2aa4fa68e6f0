package dev.isogauge.app.test;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Plan;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.reproduce.RecordedFinding;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.report.CheckResult;
import dev.isogauge.shrink.ShrinkResult;
import dev.isogauge.shrink.Shrinker;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a test found that a vendor could see again, shrunk.
 *
 * @param found an anomaly each
 * @param omitted why other violations have no finding
 */
record TestFindings(List<RecordedFinding> found, List<String> omitted) {
  /** The rarest anomalies of a bad database are as good as the first. */
  private static final int MOST = 3;

  TestFindings {
    found = List.copyOf(found);
    omitted = List.copyOf(omitted);
  }

  /**
   * What breaks a claim.
   *
   * @param level with what it is judged by
   */
  static TestFindings of(List<CheckResult> deciding, Level level, Limits limits) {
    List<RecordedFinding> found = new ArrayList<>();
    List<String> omitted = new ArrayList<>();
    Set<AnomalyKind> known = EnumSet.noneOf(AnomalyKind.class);
    for (CheckResult result : deciding) {
      if (!(result.verdict() instanceof Verdict.Violated)
          || !isClaimed(result.question().level(), level)) {
        continue;
      }
      CheckResult seen = byValues(result, limits);
      if (seen.verdict() instanceof Verdict.Violated violated) {
        for (AnomalyKind kind : violated.counts().keySet()) {
          if (found.size() < MOST && known.add(kind)) {
            shrunk(seen, kind, limits).ifPresent(found::add);
          }
        }
      } else {
        omitted.add(result.question().id() + ": " + why(seen.verdict()));
      }
    }
    return new TestFindings(found, omitted);
  }

  private static boolean isClaimed(IsolationLevel judged, Level level) {
    return level.claims().stream().anyMatch(claim -> claim == judged || claim.implies(judged));
  }

  /** What contradicts the timestamps, judged by any order: programs see only values. */
  private static CheckResult byValues(CheckResult result, Limits limits) {
    Question asked = result.question();
    if (asked.order() != OrderSource.TIMESTAMPS) {
      return result;
    }
    Question any =
        new Question(asked.level(), OrderSource.NONE, asked.sessionOrder(), asked.registers());
    return CheckResult.of(
        result.history(), any, Plan.of(result.history()).route(any).check(limits));
  }

  private static String why(Verdict byValues) {
    return byValues instanceof Verdict.Unknown unknown
        ? "only the timestamps are known to contradict it, which a program does not see ("
            + unknown.reason()
            + ")"
        : "only the timestamps contradict it, which a program does not see; the values fit";
  }

  private static Optional<RecordedFinding> shrunk(
      CheckResult result, AnomalyKind kind, Limits limits) {
    return new Shrinker(result.question(), limits).keeping(Set.of(kind)).shrink(result.history())
            instanceof ShrinkResult.Shrunk shrunk
        ? Optional.of(new RecordedFinding(result.history(), shrunk, result.question(), kind))
        : Optional.empty();
  }
}
