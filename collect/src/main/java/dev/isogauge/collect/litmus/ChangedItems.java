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
 * The items that a change by condition has changed. A database that returns only their number
 * leaves no doubt if the number is 0, or counts all items that can ever meet the condition in this
 * schedule. Otherwise the transaction reads those items right afterwards.
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
   * @param action the change
   * @param changed what the database says about it
   */
  static ChangedItems of(Schedule schedule, Session session, Action action, Changed changed)
      throws Failure {
    if (changed.keys().size() == changed.count()) {
      return new ChangedItems(changed.keys().stream().map(schedule::key).toList(), List.of());
    }
    Set<String> possible = everMeeting(schedule, action.condition());
    if (possible.size() == changed.count()) {
      return new ChangedItems(List.copyOf(possible), List.of());
    }
    List<String> keys = new ArrayList<>();
    List<Operation.Read<String>> looks = new ArrayList<>();
    for (String key : possible) {
      Operation.Read<String> look = new Operation.Read<>(key, session.read(schedule.number(key)));
      looks.add(look);
      if (look.value().equals(action.value())) {
        keys.add(key);
      }
    }
    if (keys.size() != changed.count()) {
      throw new Failure.Rejected(
          "the database does not say which " + changed.count() + " items a condition changed",
          null);
    }
    return new ChangedItems(keys, looks);
  }

  private static Set<String> everMeeting(Schedule schedule, String condition) {
    Set<String> keys = new LinkedHashSet<>();
    schedule
        .setup()
        .forEach(
            (key, value) -> {
              if (Version.meets(condition, OptionalLong.of(value))) {
                keys.add(key);
              }
            });
    for (Step step : schedule.steps()) {
      Action action = step.action();
      if (action.setsOneItem() && Version.meets(condition, action.value())) {
        keys.add(action.key());
      } else if (action.verb() == Action.Verb.COPY) {
        keys.add(action.key());
      } else if (action.verb() == Action.Verb.UPDATE_WHERE) {
        keys.addAll(schedule.keys());
      }
    }
    return keys;
  }
}
