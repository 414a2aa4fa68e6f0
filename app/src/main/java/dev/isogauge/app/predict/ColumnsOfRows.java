package dev.isogauge.app.predict;

import dev.isogauge.app.predict.PredictedSchedule.Part;
import dev.isogauge.collect.litmus.Action.Verb;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.StepEvent;
import dev.isogauge.predict.PredictedRun;
import dev.isogauge.predict.PredictedRun.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Tells from what a database did to rows whether it is what was predicted of their columns: every
 * read sees, in each column, what it was predicted to see, and those who change a column do so in
 * the predicted order. Whoever changes a row keeps it until it ends, so changes return in their
 * order.
 */
final class ColumnsOfRows {
  private static final String NONE = "nil";

  private final PredictedSchedule schedule;
  private final PredictedRun run;

  /** By row its changes, in their order. */
  private final Map<Integer, List<Part>> changes = new HashMap<>();

  private ColumnsOfRows(PredictedSchedule schedule) {
    this.schedule = schedule;
    this.run = schedule.prediction().run();
  }

  /** Whether what happened is what was predicted. */
  static boolean showThat(PredictedSchedule schedule, Cell cell) {
    return cell.failures().isEmpty() && new ColumnsOfRows(schedule).isSeen(cell.events());
  }

  private boolean isSeen(List<StepEvent> events) {
    Map<String, List<Part>> left = new HashMap<>();
    for (Part part : schedule.parts()) {
      left.computeIfAbsent(PredictedSchedule.name(part.member()), name -> new ArrayList<>())
          .add(part);
    }
    for (StepEvent event : events) {
      if (event.kind() != StepEvent.Kind.BLOCKED) {
        Part part = left.get(event.step().transaction()).remove(0);
        if (part.row() >= 0 && !isSeen(part, event.result())) {
          return false;
        }
      }
    }
    List<List<Integer>> orders = run.orders();
    for (int item = 0; item < orders.size(); item++) {
      if (!order(item).equals(orders.get(item))) {
        return false;
      }
    }
    return true;
  }

  private boolean isSeen(Part part, String result) {
    if (!part.changes()) {
      return part.operations().stream()
          .filter(each -> !each.seen().isEmpty())
          .allMatch(each -> each.seen().equals(seen(part.row(), each.item(), result)));
    }
    boolean misses = part.operations().stream().anyMatch(each -> each.seen().equals(NONE));
    boolean changed = result.equals("done");
    if (changed) {
      changes.computeIfAbsent(part.row(), row -> new ArrayList<>()).add(part);
    }
    return changed != misses;
  }

  /** What a column has where this is what the row has. */
  private String seen(int row, int item, String value) {
    if (value.equals("none")) {
      return NONE;
    }
    List<Part> before = changes.getOrDefault(row, List.of());
    int place = before.size() - 1;
    while (place >= 0 && !isValue(before.get(place).action().value(), value)) {
      place--;
    }
    for (; place >= 0; place--) {
      if (before.get(place).action().verb() == Verb.DELETE) {
        return NONE;
      }
      for (Operation operation : before.get(place).operations()) {
        if (operation.item() == item && operation.value().isPresent()) {
          return Long.toString(operation.value().getAsLong());
        }
      }
    }
    Long initial = run.setup().get(item);
    return initial == null ? NONE : initial.toString();
  }

  private static boolean isValue(OptionalLong value, String text) {
    return value.isPresent() && Long.toString(value.getAsLong()).equals(text);
  }

  /** Who changed a column, in the order of the last changes. */
  private List<Integer> order(int item) {
    List<Integer> order = new ArrayList<>();
    for (Part part : changes.getOrDefault(run.rowOf().get(item), List.of())) {
      boolean changesIt =
          part.operations().stream()
              .anyMatch(
                  each ->
                      each.item() == item
                          && (each.value().isPresent() || part.action().verb() == Verb.DELETE));
      if (changesIt) {
        order.remove((Integer) part.member());
        order.add(part.member());
      }
    }
    return order;
  }
}
