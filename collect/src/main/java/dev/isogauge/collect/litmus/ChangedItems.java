package dev.isogauge.collect.litmus;

import dev.isogauge.collect.Changed;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.record.Operation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which items a change by condition has changed. Where the database tells only how many, this
 * follows if none were, or if all were that can ever meet the condition in this schedule; else the
 * transaction looks, right afterwards.
 *
 * @param keys the items
 * @param looks what the transaction read to find out
 */
record ChangedItems(List<String> keys, List<Operation.Read<String>> looks) {
  ChangedItems {
    keys = List.copyOf(keys);
    looks = List.copyOf(looks);
  }

  /**
   * Finds out.
   *
   * @param value what the items were set to; empty if they were deleted
   */
  static ChangedItems of(
      Schedule schedule, Session session, String condition, Changed changed, OptionalLong value)
      throws Failure {
    if (changed.keys().size() == changed.count()) {
      return new ChangedItems(changed.keys().stream().map(schedule::key).toList(), List.of());
    }
    Set<String> possible = everMeeting(schedule, condition);
    if (possible.size() == changed.count()) {
      return new ChangedItems(List.copyOf(possible), List.of());
    }
    List<String> keys = new ArrayList<>();
    List<Operation.Read<String>> looks = new ArrayList<>();
    for (String key : possible) {
      Operation.Read<String> look = new Operation.Read<>(key, session.read(schedule.number(key)));
      looks.add(look);
      if (look.value().equals(value)) {
        keys.add(key);
      }
    }
    if (keys.size() != changed.count()) {
      throw new Failure.Rejected(
          "the database does not tell which " + changed.count() + " items a condition changed",
          null);
    }
    return new ChangedItems(keys, looks);
  }

  private static Set<String> everMeeting(Schedule schedule, String condition) {
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
