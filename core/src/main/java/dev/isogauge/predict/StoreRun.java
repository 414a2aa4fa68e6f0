package dev.isogauge.predict;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A schedule on a store: steps are begun in their order; those of a transaction that waits stay
 * due, and those of one that has ended are skipped. What is open at the end is rolled back.
 */
public final class StoreRun {
  /** What a step does. */
  public enum Verb {
    READ(Access.READ),
    LOCK(Access.LOCK),
    UPDATE(Access.UPDATE),
    INSERT(Access.INSERT),
    DELETE(Access.DELETE),
    SELECT(Access.SEARCH),
    COMMIT(null),
    ROLLBACK(null);

    private final Access access;

    Verb(Access access) {
      this.access = access;
    }
  }

  /**
   * A step.
   *
   * @param transaction from 0
   * @param row from 0; 0 where the verb takes none
   */
  public record Step(int transaction, Verb verb, int row) {}

  private final List<Step> steps;
  private final Scene scene;
  private final StoreState state;
  private final boolean[] waited;

  private StoreRun(StoreLevel level, boolean[] isThere, List<Step> steps) {
    this.steps = steps;
    int n = steps.stream().mapToInt(Step::transaction).max().orElse(0) + 1;
    StoreLevel[] levels = new StoreLevel[n];
    Arrays.fill(levels, level);
    int[][][] code = new int[n][][];
    for (int t = 0; t < n; t++) {
      int transaction = t;
      code[t] =
          steps.stream()
              .filter(step -> step.transaction() == transaction && step.verb().access != null)
              .map(step -> new int[] {step.verb().access.on(step.row())})
              .toArray(int[][]::new);
    }
    int[] keys = new int[isThere.length];
    Arrays.setAll(keys, key -> key);
    boolean[][][] meets = new boolean[1][keys.length][n + 1];
    for (boolean[] versions : meets[0]) {
      Arrays.fill(versions, true);
    }
    this.scene =
        new Scene(
            Arrays.asList(new Program[n]),
            levels,
            code,
            new int[n][],
            keys,
            keys,
            new int[keys.length],
            keys.length,
            1,
            isThere,
            new boolean[keys.length],
            new int[] {0},
            new int[][] {keys},
            meets);
    this.state = new StoreState(scene);
    this.waited = new boolean[steps.size()];
  }

  /**
   * What comes of each step, and then of each row.
   *
   * @param isThere by row whether it is there at first
   * @return a word for each: {@code none}, {@code done}, {@code fails}, {@code skipped} or what was
   *     read, as the number of the step that wrote it, or {@code first}; {@code waits} goes before
   */
  public static List<String> results(StoreLevel level, boolean[] isThere, List<Step> steps) {
    StoreRun run = new StoreRun(level, isThere, steps);
    run.run();
    return run.words();
  }

  private void run() {
    List<ArrayDeque<Integer>> due = new ArrayList<>();
    for (int t = 0; t < scene.size(); t++) {
      due.add(new ArrayDeque<>());
    }
    for (int i = 0; i < steps.size(); i++) {
      due.get(steps.get(i).transaction()).add(i);
      boolean again = true;
      while (again) {
        again = false;
        for (int t = 0; t < scene.size(); t++) {
          while (!due.get(t).isEmpty() && state.status(t) != StoreState.WAITING) {
            begin(t, due.get(t).poll());
            again = true;
          }
        }
      }
    }
    for (int t = 0; t < scene.size(); t++) {
      if (!state.hasEnded(t)) {
        state.rollBack(t);
      }
    }
  }

  private void begin(int t, int step) {
    if (!state.hasEnded(t) && steps.get(step).verb() == Verb.ROLLBACK) {
      state.rollBack(t);
    } else if (!state.hasEnded(t)) {
      state.step(t);
      waited[step] = state.status(t) == StoreState.WAITING;
    }
  }

  private List<String> words() {
    RunText text =
        new RunText(
            new Interleaving(scene, state, new IntArrayList()),
            null,
            List.of(),
            new String[scene.size()]);
    Map<String, String> writers = new TreeMap<>();
    for (int row = 0; row < scene.keyCount(); row++) {
      writers.put(Long.toString(text.initialValue(row)), "first");
    }
    int[] next = new int[scene.size()];
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (step.verb().access != null) {
        int statement = next[step.transaction()]++;
        if (step.verb().access.writes()) {
          writers.put(
              Long.toString(text.writtenValue(step.transaction(), statement, 0)),
              Integer.toString(i));
        }
      }
    }
    List<String> words = new ArrayList<>();
    Arrays.fill(next, 0);
    boolean[] ended = new boolean[scene.size()];
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      int t = step.transaction();
      int statement = step.verb().access == null ? -1 : next[t]++;
      words.add((waited[i] ? "waits " : "") + word(step, statement, ended, text, writers));
    }
    for (int row = 0; row < scene.keyCount(); row++) {
      int version = 0;
      for (int place = 0; place < scene.size() && state.version(row, place) != 0; place++) {
        version = state.version(row, place);
      }
      words.add(shown(text.value(row, version), writers));
    }
    return words;
  }

  private String word(
      Step step, int statement, boolean[] ended, RunText text, Map<String, String> writers) {
    int t = step.transaction();
    if (ended[t]) {
      return "skipped";
    }
    int status = state.status(t);
    boolean isFailed = status >= StoreState.ABORTED && status < StoreState.ROLLED_BACK;
    if (statement < 0) {
      ended[t] = true;
      return isFailed ? "fails" : "done";
    }
    int result = state.result(t, statement, 0, 0);
    if (isFailed && state.next(t) <= statement) {
      ended[t] = true;
      return "fails";
    } else if (step.verb() == Verb.SELECT) {
      List<String> found = new ArrayList<>();
      for (int row = 0; row < scene.keyCount(); row++) {
        String seen = text.seen(t, statement, 0, row);
        if (!seen.equals("nil")) {
          found.add(row + "=" + shown(seen, writers));
        }
      }
      return found.isEmpty() ? "none" : String.join(" ", found);
    } else if (result >= StoreState.MISSED) {
      return "none";
    }
    return step.verb().access.writes()
        ? result == StoreState.SAW_OWN ? "none" : "done"
        : shown(text.seen(t, statement, 0, 0), writers);
  }

  private static String shown(String value, Map<String, String> writers) {
    return value.equals("nil") ? "none" : writers.getOrDefault(value, value);
  }
}
