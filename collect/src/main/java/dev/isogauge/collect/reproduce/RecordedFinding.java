package dev.isogauge.collect.reproduce;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.collect.litmus.Schedule;
import dev.isogauge.collect.litmus.Step;
import dev.isogauge.collect.reproduce.RecordedSteps.RecordedStep;
import dev.isogauge.collect.reproduce.RecordedSteps.RecordedTransaction;
import dev.isogauge.history.History;
import dev.isogauge.level.Question;
import dev.isogauge.report.CheckResult;
import dev.isogauge.shrink.ShrinkResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An anomaly in a recorded history, to be made again.
 *
 * @param recorded the whole history
 * @param shrunk the part of it that shows the anomaly
 * @param question what it violates
 * @param kind the anomaly
 */
public record RecordedFinding(
    History recorded, ShrinkResult.Shrunk shrunk, Question question, AnomalyKind kind) {
  private static final int MOST_SCHEDULES = 100;

  /** What was shrunk, as reports show it. */
  CheckResult result() {
    return CheckResult.of(shrunk.history(), question, shrunk.verdict());
  }

  /** What schedules and directories are called. */
  String id() {
    return "test-" + kind.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  /** What was shrunk, as steps; empty if schedules cannot do it. */
  Optional<RecordedSteps> steps() {
    List<Integer> all = new ArrayList<>();
    for (int t = 0; t < shrunk.history().transactionCount(); t++) {
      all.add(t);
    }
    return RecordedSteps.of(shrunk.history(), all);
  }

  /**
   * Schedules that may show it, the likeliest first: of what was shrunk, and of the whole
   * transactions with those that their sessions ran just before, in case that these matter to the
   * database.
   */
  List<Schedule> schedules() {
    List<Schedule> schedules = new ArrayList<>();
    steps().ifPresent(steps -> addSchedules(steps, schedules));
    RecordedSteps.of(recorded, surroundings()).ifPresent(steps -> addSchedules(steps, schedules));
    return schedules;
  }

  private void addSchedules(RecordedSteps steps, List<Schedule> schedules) {
    for (List<Integer> order : Interleavings.of(steps, MOST_SCHEDULES)) {
      schedules.add(schedule(steps, order));
    }
  }

  /** What was shrunk, transaction by transaction. */
  Schedule inRecordedOrder(RecordedSteps steps) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < steps.steps().size(); i++) {
      order.add(i);
    }
    return schedule(steps, order);
  }

  private Schedule schedule(RecordedSteps steps, List<Integer> order) {
    Map<String, String> sessions = new LinkedHashMap<>();
    for (RecordedTransaction transaction : steps.transactions()) {
      sessions.put(transaction.name(), transaction.session());
    }
    List<Step> inOrder = new ArrayList<>();
    for (int place : order) {
      RecordedStep step = steps.steps().get(place);
      inOrder.add(new Step(steps.transactions().get(step.transaction()).name(), step.action()));
    }
    return new Schedule(
        id(),
        "Found by test: " + kind.title(),
        kind.title(),
        "Made from what a test recorded.",
        Set.of(kind),
        Map.of(),
        sessions,
        steps.keys(),
        inOrder);
  }

  private List<Integer> surroundings() {
    History part = shrunk.history();
    Map<String, Integer> byName = new HashMap<>();
    for (int t = 0; t < recorded.transactionCount(); t++) {
      byName.put(recorded.transactionName(t), t);
    }
    Set<Integer> wanted = new TreeSet<>();
    for (int t = 0; t < part.transactionCount(); t++) {
      Integer whole = byName.get(part.transactionName(t));
      if (whole != null) {
        wanted.add(whole);
        if (whole > recorded.firstTransaction(recorded.sessionOf(whole))) {
          wanted.add(whole - 1);
        }
      }
    }
    return List.copyOf(wanted);
  }

  /** By transaction: those that had ended when it began. */
  static Map<String, List<String>> endedBefore(RecordedSteps steps) {
    Map<String, List<String>> before = new HashMap<>();
    for (RecordedTransaction transaction : steps.transactions()) {
      before.put(
          transaction.name(),
          steps.transactions().stream()
              .filter(other -> other.isBefore(transaction))
              .map(RecordedTransaction::name)
              .toList());
    }
    return before;
  }
}
