package dev.isogauge.collect.litmus;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Plan;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.CheckResult;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the checkers say about the history of a run.
 *
 * @param verdicts by level: satisfied, violated or unknown
 * @param findings what was found at any level, each kind once, with the explanation
 */
record ScheduleVerdicts(Map<IsolationLevel, Verdict> verdicts, List<Cell.Finding> findings) {
  /** Adya's levels name every kind of cycle; the weak ones know patterns of reads. */
  private static final Set<IsolationLevel> ASKED =
      EnumSet.of(
          IsolationLevel.READ_COMMITTED,
          IsolationLevel.PL_1,
          IsolationLevel.PL_2,
          IsolationLevel.PL_SI,
          IsolationLevel.PL_2_99,
          IsolationLevel.PL_3);

  ScheduleVerdicts {
    verdicts = Collections.unmodifiableMap(new EnumMap<>(verdicts));
    findings = List.copyOf(findings);
  }

  /**
   * Asks the checkers.
   *
   * @param wanted anomalies that must be looked for
   * @param claims levels to ask about in addition
   */
  static ScheduleVerdicts of(
      String historyText, Set<AnomalyKind> wanted, Set<IsolationLevel> claims) {
    History history;
    try {
      history = IsogaugeText.parse(historyText);
    } catch (InputException e) {
      throw new IllegalStateException("a recorded history cannot be read: " + historyText, e);
    }
    Set<IsolationLevel> levels = EnumSet.copyOf(ASKED);
    levels.addAll(claims);
    Set<IsolationLevel> further = further(wanted);
    levels.addAll(further);
    Explainer explainer = new Explainer(history);
    Map<IsolationLevel, Verdict> verdicts = new EnumMap<>(IsolationLevel.class);
    Map<AnomalyKind, Cell.Finding> findings = new EnumMap<>(AnomalyKind.class);
    Plan plan = Plan.of(history);
    for (IsolationLevel level : levels) {
      Question question = plan.question(level);
      Verdict verdict = plan.route(question).check(Limits.DEFAULT);
      verdicts.put(level, verdict);
      CheckResult answer = CheckResult.of(history, question, verdict);
      for (Anomaly anomaly : evidence(verdict)) {
        if (further.contains(level) && !wanted.contains(anomaly.kind())) {
          continue;
        }
        findings.computeIfAbsent(
            anomaly.kind(),
            kind ->
                new Cell.Finding(
                    anomaly, explainer.explain(anomaly).text().stripTrailing(), answer));
      }
    }
    return new ScheduleVerdicts(verdicts, List.copyOf(findings.values()));
  }

  /** The weakest levels that forbid what the usual ones do not. */
  private static Set<IsolationLevel> further(Set<AnomalyKind> wanted) {
    Set<IsolationLevel> further = EnumSet.noneOf(IsolationLevel.class);
    for (AnomalyKind kind : wanted) {
      if (!kind.violates().isEmpty() && Collections.disjoint(kind.violates(), ASKED)) {
        further.add(Collections.min(kind.violates()));
      }
    }
    return further;
  }

  private static List<Anomaly> evidence(Verdict verdict) {
    List<Anomaly> all = new ArrayList<>();
    if (verdict instanceof Verdict.Violated violated) {
      all.addAll(violated.anomalies());
    }
    verdict.notes().stream().filter(note -> !note.kind().isNote()).forEach(all::add);
    return all;
  }

  boolean found(Set<AnomalyKind> kinds) {
    return findings.stream().anyMatch(finding -> kinds.contains(finding.kind()));
  }

  /** Whether the absence of these anomalies means that they did not happen. */
  boolean decides(Set<AnomalyKind> kinds) {
    return kinds.stream()
        .allMatch(
            kind ->
                kind.violates().stream()
                    .anyMatch(
                        level ->
                            verdicts.containsKey(level)
                                && !(verdicts.get(level) instanceof Verdict.Unknown)));
  }

  /** Those of the levels that the history violates. */
  Set<IsolationLevel> violated(Set<IsolationLevel> levels) {
    Set<IsolationLevel> violated = EnumSet.noneOf(IsolationLevel.class);
    for (IsolationLevel level : levels) {
      if (verdicts.get(level) instanceof Verdict.Violated) {
        violated.add(level);
      }
    }
    return violated;
  }

  /** Why something could not be decided; empty if everything was. */
  String doubt() {
    return verdicts.values().stream()
        .filter(Verdict.Unknown.class::isInstance)
        .map(verdict -> ((Verdict.Unknown) verdict).reason())
        .findFirst()
        .orElse("");
  }
}
