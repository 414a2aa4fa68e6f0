package dev.isogauge.app.predict;

import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Action.Verb;
import dev.isogauge.collect.litmus.Schedule;
import dev.isogauge.collect.litmus.Step;
import dev.isogauge.predict.PredictedRun;
import dev.isogauge.predict.PredictedRun.Operation;
import dev.isogauge.predict.Prediction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * A prediction as a schedule of litmus tests. An item stands for each row, whatever its columns;
 * what one statement does to several rows is done one after the other; a value that is computed
 * from the old one is a read for update and an update, which wait for, see and change the same.
 */
final class PredictedSchedule {
  /** What a statement reads that only takes a snapshot. */
  private static final String OTHER = "other";

  /**
   * What a step does.
   *
   * @param member the number of its transaction
   * @param row the number of the row; -1 of commits, searches and statements without one
   * @param operations on columns of the row
   */
  record Part(int member, int row, List<Operation> operations, Action action) {
    boolean changes() {
      return action.verb() == Verb.DELETE || action.value().isPresent();
    }
  }

  private final Prediction prediction;
  private final PredictedRun run;
  private final List<String> items = new ArrayList<>();
  private final List<Part> parts = new ArrayList<>();

  private PredictedSchedule(Prediction prediction) {
    this.prediction = prediction;
    this.run = prediction.run();
    for (String row : run.rows()) {
      String name = "i_" + row.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
      items.add(items.contains(name) ? name + "_" + items.size() : name);
    }
    List<List<List<Operation>>> statements = run.statements();
    int[] next = new int[statements.size()];
    for (int member : run.choices()) {
      int statement = next[member]++;
      if (statement == statements.get(member).size()) {
        parts.add(new Part(member, -1, List.of(), Action.commit()));
      } else if (statements.get(member).get(statement).isEmpty()) {
        parts.add(new Part(member, -1, List.of(), Action.onItem(Verb.READ, OTHER)));
      } else {
        add(member, statements.get(member).get(statement));
      }
    }
  }

  /** Why it cannot be a schedule; empty if it can. */
  static Optional<String> obstacle(Prediction prediction) {
    if (prediction.levels().stream().distinct().count() > 1) {
      return Optional.of("its transactions run at different levels");
    }
    boolean sharesRows = prediction.run().sharesRows();
    for (List<List<Operation>> statements : prediction.run().statements()) {
      for (List<Operation> operations : statements) {
        for (Operation operation : operations) {
          if (operation.verb() == PredictedRun.Verb.READ_FOR_SHARE) {
            return Optional.of("one of its statements reads for share");
          } else if (operation.verb() == PredictedRun.Verb.SELECT
              && (sharesRows || operations.size() > 1)) {
            return Optional.of("one of its statements searches, and locks or has several columns");
          }
        }
      }
    }
    return Optional.empty();
  }

  /** The schedule of a prediction. */
  static PredictedSchedule of(Prediction prediction) {
    return new PredictedSchedule(prediction);
  }

  Prediction prediction() {
    return prediction;
  }

  /** By step what it does. */
  List<Part> parts() {
    return parts;
  }

  /** The value that stands for a row before; empty if it is not there. */
  OptionalLong before(int row) {
    return run.setup().entrySet().stream()
        .filter(item -> run.rowOf().get(item.getKey()) == row)
        .mapToLong(Map.Entry::getValue)
        .findFirst();
  }

  /** The name of a transaction. */
  static String name(int member) {
    return "T" + (member + 1);
  }

  /**
   * For litmus tests.
   *
   * @param number by which it is called
   */
  Schedule schedule(int number) {
    Map<String, Long> setup = new LinkedHashMap<>();
    for (int row = 0; row < items.size(); row++) {
      String item = items.get(row);
      before(row).ifPresent(value -> setup.put(item, value));
    }
    List<String> keys = new ArrayList<>(items);
    Map<String, String> sessions = new LinkedHashMap<>();
    List<Step> steps = new ArrayList<>();
    for (Part part : parts) {
      sessions.put(name(part.member()), name(part.member()).toLowerCase(Locale.ROOT));
      steps.add(new Step(name(part.member()), part.action()));
      if (part.action().key().equals(OTHER) && !keys.contains(OTHER)) {
        keys.add(OTHER);
      }
    }
    return new Schedule(
        "predicted-" + number,
        prediction.title(),
        "predicted",
        "Predicted from a recording. Items: " + legend(),
        Set.of(prediction.kind()),
        setup,
        sessions,
        keys,
        steps);
  }

  private String legend() {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      words.add(items.get(i) + " is " + run.rows().get(i));
    }
    return String.join(", ", words) + ".";
  }

  private void add(int member, List<Operation> statement) {
    Map<Integer, List<Operation>> byRow = new TreeMap<>();
    for (Operation operation : statement) {
      if (operation.verb() == PredictedRun.Verb.SELECT) {
        Action search = Action.where(Verb.SELECT, operation.condition());
        parts.add(new Part(member, -1, List.of(), search));
      } else {
        byRow
            .computeIfAbsent(run.rowOf().get(operation.item()), row -> new ArrayList<>())
            .add(operation);
      }
    }
    byRow.forEach((row, operations) -> add(member, row, operations));
  }

  /** The strongest of what is done to columns is done to the row. */
  private void add(int member, int row, List<Operation> operations) {
    if (has(operations, PredictedRun.Verb.ADD)) {
      add(member, row, operations, Verb.LOCK);
    }
    if (has(operations, PredictedRun.Verb.DELETE)) {
      add(member, row, operations, Verb.DELETE);
    } else if (has(operations, PredictedRun.Verb.APPEND)) {
      add(member, row, operations, Verb.APPEND);
    } else if (has(operations, PredictedRun.Verb.INSERT) && before(row).isEmpty()) {
      add(member, row, operations, Verb.INSERT);
    } else if (operations.stream().anyMatch(each -> each.value().isPresent())) {
      add(member, row, operations, Verb.UPDATE);
    } else {
      boolean locks = has(operations, PredictedRun.Verb.READ_FOR_UPDATE);
      add(member, row, operations, locks ? Verb.LOCK : Verb.READ);
    }
  }

  private void add(int member, int row, List<Operation> operations, Verb verb) {
    boolean gives = verb == Verb.UPDATE || verb == Verb.INSERT || verb == Verb.APPEND;
    OptionalLong value =
        operations.stream()
            .filter(each -> gives && each.value().isPresent())
            .mapToLong(each -> each.value().getAsLong())
            .findFirst();
    Action action =
        value.isPresent()
            ? Action.onItem(verb, items.get(row), value.getAsLong())
            : Action.onItem(verb, items.get(row));
    parts.add(new Part(member, row, operations, action));
  }

  private static boolean has(List<Operation> operations, PredictedRun.Verb verb) {
    return operations.stream().anyMatch(each -> each.verb() == verb);
  }
}
