package dev.isogauge.predict;

import dev.isogauge.history.History;
import dev.isogauge.predict.PredictedStep.Kind;
import dev.isogauge.predict.StoreLevel.Ending;
import java.util.ArrayList;
import java.util.List;

/** Runs a schedule again, step by step, and says what happens. */
final class ScheduleWords {
  private final Interleaving run;
  private final Scene scene;
  private final RunText text;
  private final History history;
  private final List<ConditionSearch> searches;

  ScheduleWords(Interleaving run, RunText text, History history, List<ConditionSearch> searches) {
    this.run = run;
    this.scene = run.scene();
    this.text = text;
    this.history = history;
    this.searches = searches;
  }

  /** The steps; the same run comes out, or the store is broken. */
  List<PredictedStep> steps() {
    List<PredictedStep> steps = new ArrayList<>();
    StoreState state = new StoreState(scene);
    for (int m : run.choices()) {
      StoreState before = state.copy();
      state.step(m);
      steps.add(step(before, state, m, m));
      for (int other = 0; other < scene.size(); other++) {
        boolean waited = other != m && before.status(other) == StoreState.WAITING;
        if (waited && (state.status(other) != StoreState.WAITING)) {
          steps.add(step(before, state, other, m));
        }
      }
    }
    if (!state.equals(run.end())) {
      throw new IllegalStateException("the schedule does not lead to its run");
    }
    return steps;
  }

  private PredictedStep step(StoreState before, StoreState after, int m, int running) {
    int statement = before.next(m);
    String what = what(m, statement);
    int status = after.status(m);
    if (status == StoreState.WAITING) {
      return new PredictedStep(m, what, statement, Kind.WAITS, "");
    } else if (status >= StoreState.ABORTED) {
      Ending ending = Ending.values()[status - StoreState.ABORTED];
      String code = scene.levels()[m].engine().code(ending);
      return new PredictedStep(m, what, statement, Kind.FAILS, code + ", " + ending.words());
    }
    Kind kind = m == running ? Kind.RETURNS : Kind.GOES_ON;
    return new PredictedStep(m, what, statement, kind, result(m, statement));
  }

  private String result(int m, int statement) {
    if (statement == scene.code()[m].length) {
      return "";
    }
    List<String> results = new ArrayList<>();
    int[] operations = scene.code()[m][statement];
    for (int i = 0; i < operations.length; i++) {
      Access access = Access.of(operations[i]);
      int result = run.end().result(m, statement, i, 0);
      if (access == Access.SEARCH) {
        results.add(found(m, statement, i));
      } else if (result >= StoreState.MISSED) {
        results.add("no such row");
      } else if (!access.writes()) {
        String seen = text.seen(m, statement, i, 0);
        results.add(seen.equals("nil") ? "no such row" : seen);
      } else if (access == Access.CHANGE) {
        results.add(
            text.seen(m, statement, i, 0) + " becomes " + text.writtenValue(m, statement, i));
      } else if (access != Access.DELETE) {
        results.add(Long.toString(text.writtenValue(m, statement, i)));
      }
    }
    return String.join(", ", results);
  }

  private String found(int m, int statement, int operation) {
    int search = Access.keyOf(scene.code()[m][statement][operation]);
    int[] keys = scene.searched()[search];
    List<String> found = new ArrayList<>();
    for (int which = 0; which < keys.length; which++) {
      int version = Interleaving.version(run.end().result(m, statement, operation, which));
      String value = text.seen(m, statement, operation, which);
      if (!value.equals("nil")
          && scene.meets()[search][keys[which]][version < 0 ? m + 1 : version]) {
        found.add(text.key(keys[which]));
      }
    }
    return found.isEmpty() ? "none of these rows" : String.join(", ", found);
  }

  private String what(int m, int statement) {
    if (statement == scene.code()[m].length) {
      return "commit";
    }
    List<String> words = new ArrayList<>();
    for (int operation : scene.code()[m][statement]) {
      Access access = Access.of(operation);
      String object =
          access == Access.SEARCH
              ? searches.get(scene.searches()[Access.keyOf(operation)]).toString()
              : name(scene.keys()[Access.keyOf(operation)]);
      words.add(access.words() + " " + object);
    }
    return words.isEmpty() ? "statement that sets its snapshot" : String.join(" and ", words);
  }

  private String name(int key) {
    return history.atoms().plain(history.keyAtom(key));
  }
}
