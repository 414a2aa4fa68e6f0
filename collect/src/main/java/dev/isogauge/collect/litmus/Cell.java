package dev.isogauge.collect.litmus;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.report.CheckResult;
import dev.isogauge.verdict.Verdict;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A schedule on a database at a level: what happened and what the checkers say about it.
 *
 * @param verdicts by level what the checkers say
 * @param findings all that was found, also what the schedule is not about
 * @param brokenClaims the levels that the database claims here and that the history violates;
 *     phantoms do not break PL-2.99
 * @param events what was seen of each step, in order
 * @param failures by transaction that the database ended: its message
 * @param history in the text format
 * @param remark why it failed or is undecided; empty otherwise
 */
public record Cell(
    Schedule schedule,
    CellOutcome outcome,
    Map<IsolationLevel, Verdict> verdicts,
    List<Finding> findings,
    Set<IsolationLevel> brokenClaims,
    List<StepEvent> events,
    Map<String, String> failures,
    String history,
    String remark) {
  public Cell {
    findings = List.copyOf(findings);
    brokenClaims = Collections.unmodifiableSet(new TreeSet<>(brokenClaims));
    events = List.copyOf(events);
    failures = Collections.unmodifiableMap(new TreeMap<>(failures));
  }

  /**
   * A kind of anomaly and the explanation of one of them.
   *
   * @param answer the verdict that has it
   */
  public record Finding(Anomaly anomaly, String explanation, CheckResult answer) {
    /** What kind of anomaly it is. */
    public AnomalyKind kind() {
      return anomaly.kind();
    }

    /** What people call it. */
    public String words() {
      return anomaly.words(answer.history());
    }
  }

  static Cell of(
      ScheduleRun run, String history, ScheduleVerdicts judgement, Set<IsolationLevel> broken) {
    Map<String, String> failures = new TreeMap<>();
    run.failed().forEach(each -> failures.put(each.name(), each.failure()));
    CellOutcome outcome = outcome(run, judgement);
    String remark = "";
    if (outcome == CellOutcome.FAILED) {
      remark = String.join("; ", failures.values());
    } else if (outcome == CellOutcome.UNDECIDED) {
      remark = judgement.doubt();
    }
    return new Cell(
        run.schedule(),
        outcome,
        judgement.verdicts(),
        judgement.findings(),
        broken,
        run.events(),
        failures,
        history,
        remark);
  }

  private static CellOutcome outcome(ScheduleRun run, ScheduleVerdicts judgement) {
    Set<AnomalyKind> shows = run.schedule().shows();
    if (judgement.found(shows)) {
      return CellOutcome.POSSIBLE;
    } else if (run.failed().stream().anyMatch(ScheduledTransaction::isRejected)) {
      return CellOutcome.FAILED;
    } else if (!judgement.decides(shows)) {
      return CellOutcome.UNDECIDED;
    } else if (!run.failed().isEmpty()) {
      return CellOutcome.ABORTED;
    }
    return run.wasBlocked() ? CellOutcome.BLOCKED : CellOutcome.PREVENTED;
  }

  /** What was seen of each step, in words. */
  List<String> steps() {
    return events.stream().map(StepEvent::toString).toList();
  }

  /** Whether the database itself ended a transaction with this event, the last of its steps. */
  boolean isEnding(int event) {
    String transaction = events.get(event).step().transaction();
    return failures.containsKey(transaction)
        && events.get(event).kind() != StepEvent.Kind.SKIPPED
        && events.subList(event + 1, events.size()).stream()
            .filter(later -> later.step().transaction().equals(transaction))
            .allMatch(later -> later.kind() == StepEvent.Kind.SKIPPED);
  }

  /** What was found and is not what the schedule is about. */
  public Set<AnomalyKind> others() {
    Set<AnomalyKind> others = EnumSet.noneOf(AnomalyKind.class);
    findings.forEach(finding -> others.add(finding.kind()));
    others.removeAll(schedule.shows());
    return others;
  }

  /** Whether the database broke what its level claims. */
  public boolean breaksClaim() {
    return !brokenClaims.isEmpty();
  }
}
