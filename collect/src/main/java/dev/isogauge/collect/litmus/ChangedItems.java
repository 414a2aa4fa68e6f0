package dev.isogauge.collect.litmus;

import dev.isogauge.collect.Changed;
import dev.isogauge.collect.Failure;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which items a change by condition has changed. Where the database tells only how many, this
 * follows if none were, or if all were that can ever meet the condition in this schedule.
 */
final class ChangedItems {
  private final Schedule schedule;

  ChangedItems(Schedule schedule) {
    this.schedule = schedule;
  }

  List<String> of(String condition, Changed changed) throws Failure {
    if (changed.keys().size() == changed.count()) {
      return changed.keys().stream().map(schedule::key).toList();
    }
    List<String> possible = List.copyOf(everMeeting(condition));
    if (possible.size() == changed.count()) {
      return possible;
    }
    throw new Failure.Rejected(
        "the database tells that "
            + changed.count()
            + " items were changed by a condition and not which",
        null);
  }

  private Set<String> everMeeting(String condition) {
    Set<String> keys = new LinkedHashSet<>();
    schedule.setup().forEach((key, value) -> addIfMet(keys, condition, key, value));
    for (Step step : schedule.steps()) {
      if (step.action() instanceof Action.Write write) {
        addIfMet(keys, condition, write.key(), write.value());
      } else if (step.action() instanceof Action.Insert insert) {
        addIfMet(keys, condition, insert.key(), insert.value());
      } else if (step.action() instanceof Action.Update update) {
        addIfMet(keys, condition, update.key(), update.value());
      } else if (step.action() instanceof Action.UpdateWhere) {
        keys.addAll(schedule.keys());
      }
    }
    return keys;
  }

  private static void addIfMet(Set<String> keys, String condition, String key, long value) {
    if (Conditions.isMet(condition, value)) {
      keys.add(key);
    }
  }
}
