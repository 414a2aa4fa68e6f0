package dev.isogauge.collect.litmus;

import dev.isogauge.collect.record.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which items were summed, from the sum: all choices of their values are tried. */
final class SummedItems {
  private SummedItems() {}

  /**
   * The items that a copy has summed; empty if no choice of values gives the sum, or more than one.
   *
   * @param inserted what the copy wrote: its own value and the sum
   */
  static Optional<List<Operation.Match<String>>> of(Schedule schedule, Action copy, long inserted) {
    List<List<Operation.Match<String>>> choices = new ArrayList<>(List.of(List.of()));
    for (Map.Entry<String, SortedSet<Long>> item :
        possible(schedule, copy.condition()).entrySet()) {
      for (List<Operation.Match<String>> choice : List.copyOf(choices)) {
        for (long value : item.getValue()) {
          List<Operation.Match<String>> longer = new ArrayList<>(choice);
          longer.add(new Operation.Match<>(item.getKey(), OptionalLong.of(value)));
          choices.add(longer);
        }
      }
    }
    long wanted = inserted - copy.value().getAsLong();
    List<List<Operation.Match<String>>> fitting =
        choices.stream()
            .filter(
                choice ->
                    choice.stream().mapToLong(match -> match.value().getAsLong()).sum() == wanted)
            .toList();
    return fitting.size() == 1 ? Optional.of(fitting.get(0)) : Optional.empty();
  }

  /** By item: the values that it may have and that meet the condition. */
  private static Map<String, SortedSet<Long>> possible(Schedule schedule, String condition) {
    Map<String, SortedSet<Long>> possible = new LinkedHashMap<>();
    for (String key : schedule.keys()) {
      SortedSet<Long> values = new TreeSet<>();
      if (schedule.setup().containsKey(key)) {
        values.add(schedule.setup().get(key));
      }
      for (Step step : schedule.steps()) {
        Action action = step.action();
        if (action.value().isPresent() && (action.key().equals(key) || action.key().isEmpty())) {
          values.add(action.value().getAsLong());
        }
      }
      values.removeIf(value -> !Version.meets(condition, OptionalLong.of(value)));
      possible.put(key, values);
    }
    return possible;
  }
}
