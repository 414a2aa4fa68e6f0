package dev.isogauge.app.predict;

import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Action.Verb;
import dev.isogauge.collect.litmus.Schedule;
import dev.isogauge.collect.litmus.Step;
import dev.isogauge.predict.PredictedRun;
import dev.isogauge.predict.Prediction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A prediction as a schedule of litmus tests, on items instead of the recorded rows. */
final class PredictedSchedule {
  /** What a statement reads that only takes a snapshot. */
  private static final String OTHER = "other";

  private final Prediction prediction;
  private final PredictedRun run;
  private final List<String> items;

  private PredictedSchedule(Prediction prediction) {
    this.prediction = prediction;
    this.run = prediction.run();
    this.items = new ArrayList<>();
    for (String item : run.items()) {
      String name = "i_" + item.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
      items.add(items.contains(name) ? name + "_" + items.size() : name);
    }
  }

  /** Why it cannot be a schedule; empty if it can. */
  static Optional<String> obstacle(Prediction prediction) {
    PredictedRun run = prediction.run();
    if (prediction.levels().stream().distinct().count() > 1) {
      return Optional.of("its transactions run at different levels");
    } else if (run.sharesRows()) {
      return Optional.of("it is about several columns of one row");
    }
    for (List<List<PredictedRun.Operation>> statements : run.statements()) {
      for (List<PredictedRun.Operation> operations : statements) {
        if (operations.size() > 1) {
          return Optional.of("one of its statements uses several rows");
        }
        for (PredictedRun.Operation operation : operations) {
          if (operation.verb() == PredictedRun.Verb.ADD) {
            return Optional.of("one of its statements computes a new value from the old one");
          } else if (operation.verb() == PredictedRun.Verb.READ_FOR_SHARE) {
            return Optional.of("one of its statements reads for share");
          }
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The schedule.
   *
   * @param number by which it is called
   */
  static Schedule of(Prediction prediction, int number) {
    return new PredictedSchedule(prediction).schedule(number);
  }

  private Schedule schedule(int number) {
    Map<String, Long> setup = new LinkedHashMap<>();
    run.setup().forEach((item, value) -> setup.put(items.get(item), value));
    List<String> keys = new ArrayList<>(items);
    Map<String, String> sessions = new LinkedHashMap<>();
    List<Step> steps = new ArrayList<>();
    int[] next = new int[prediction.names().size()];
    for (int member : run.choices()) {
      String name = "T" + (member + 1);
      sessions.put(name, "t" + (member + 1));
      List<List<PredictedRun.Operation>> statements = run.statements().get(member);
      int statement = next[member]++;
      if (statement == statements.size()) {
        steps.add(new Step(name, Action.commit()));
      } else if (statements.get(statement).isEmpty()) {
        steps.add(new Step(name, Action.onItem(Verb.READ, OTHER)));
        if (!keys.contains(OTHER)) {
          keys.add(OTHER);
        }
      } else {
        steps.add(new Step(name, action(statements.get(statement).get(0))));
      }
    }
    return new Schedule(
        "predicted-" + number,
        prediction.title(),
        "predicted",
        "Predicted from a recording. Items: " + items(),
        Set.of(prediction.kind()),
        setup,
        sessions,
        keys,
        steps);
  }

  private String items() {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      words.add(items.get(i) + " is " + run.items().get(i));
    }
    return String.join(", ", words) + ".";
  }

  private Action action(PredictedRun.Operation operation) {
    if (operation.verb() == PredictedRun.Verb.SELECT) {
      return Action.where(Verb.SELECT, operation.condition());
    }
    Verb verb =
        switch (operation.verb()) {
          case READ, SELECT, READ_FOR_SHARE -> Verb.READ;
          case READ_FOR_UPDATE -> Verb.LOCK;
          case UPDATE, ADD -> Verb.UPDATE;
          case INSERT -> Verb.INSERT;
          case DELETE -> Verb.DELETE;
          case APPEND -> Verb.APPEND;
        };
    String item = items.get(operation.item());
    return operation.value().isPresent()
        ? Action.onItem(verb, item, operation.value().getAsLong())
        : Action.onItem(verb, item);
  }
}
