package dev.isogauge.predict;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Plan;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.predict.StoreLevel.Engine;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Predicts races of recorded transactions:
 *
 * <ol>
 *   <li>Transactions are read as programs and grouped by shape; those that differ in nothing count
 *       once.
 *   <li>Every two programs one of which changes or locks a row that the other one uses, the same
 *       one twice included, are put into a scene; and every three of which each two do.
 *   <li>Scenes that differ only in names are explored once, on the store of the level.
 *   <li>Runs whose dependencies make a cycle are judged by the checkers. Of three, only cycles
 *       through all of them count: others were found with two.
 *   <li>For each set of shapes and kind of anomaly, the smallest schedule stays.
 * </ol>
 *
 * <p>Every prediction is a run of the store. What bounds leave out is counted.
 */
public final class Predictor {
  /** States of a scene that are visited at most. */
  private static final int STATES = 50_000;

  /** Pairs that are tried for two shapes and a row. */
  private static final int PAIRS = 24;

  /** Programs that are tried as third ones, for each shape. */
  private static final int THIRDS = 3;

  private final History history;
  private final Engine engine;
  private final IsolationLevel question;
  private final long deadline;
  private final ProgramReader reader;
  private final SceneBuilder scenes;
  private final List<Shape> shapes;

  /**
   * Predictions for a history.
   *
   * @param question what must hold
   * @param nanos how long it may take
   */
  public Predictor(History history, Engine engine, IsolationLevel question, long nanos) {
    this.history = history;
    this.engine = engine;
    this.question = question;
    this.deadline = System.nanoTime() + nanos;
    this.reader = new ProgramReader(history);
    boolean[] lists = new boolean[history.keyCount()];
    for (int key = 0; key < lists.length; key++) {
      lists[key] = reader.isList(key);
    }
    this.scenes = new SceneBuilder(history, reader.searches(), lists);
    this.shapes = new Shapes(history, scenes, reader.searches()).of(reader.programs());
  }

  /** What was recorded: the shapes, each in words. */
  public List<String> shapes() {
    return shapes.stream().map(Shape::toString).toList();
  }

  /** The names of the shapes. */
  public List<String> shapeNames() {
    return shapes.stream().map(Shape::name).toList();
  }

  /** How many transactions are programs. */
  public int transactions() {
    return reader.programs().size();
  }

  /** What was left out of the recording, and why. */
  public List<String> leftOut() {
    return reader.leftOut();
  }

  /** Whether an assumption would change anything. */
  public boolean concerns(Assumption assumption) {
    return shapes.stream()
        .filter(shape -> shape.name().equals(assumption.shape()))
        .anyMatch(
            shape ->
                assumption.kind() == Assumption.Kind.ISOLATION
                    || shape.programs().stream().anyMatch(assumption::concerns));
  }

  /** What may happen if all run at a level, but for what is assumed. */
  public Predictions predict(StoreLevel level, List<Assumption> assumptions) {
    return new Round(level, assumptions, false).run();
  }

  /** One member of a scene to be. */
  private record Cast(Program program, Shape shape, int shapeNumber, StoreLevel level) {}

  private final class Round {
    private final List<Cast> casts = new ArrayList<>();

    /** By row, and by relation as a negative number: who uses it, and who locks or changes it. */
    private final Int2ObjectMap<List<Integer>> users = new Int2ObjectOpenHashMap<>();

    private final Int2ObjectMap<List<Integer>> lockers = new Int2ObjectOpenHashMap<>();
    private final Set<String> explored = new HashSet<>();
    private final Set<Long> paired = new HashSet<>();
    private final Map<String, Prediction> found = new TreeMap<>();
    private final Map<String, String> undecided = new LinkedHashMap<>();
    private long states;
    private int pairs;
    private int triples;
    private int cutScenes;
    private int tooLarge;
    private boolean isOutOfTime;
    private boolean isSampled;
    private boolean sharesAnything;
    private final boolean untilFound;

    /**
     * A look for races.
     *
     * @param untilFound whether the first one ends it
     */
    Round(StoreLevel level, List<Assumption> assumptions, boolean untilFound) {
      this.untilFound = untilFound;
      for (int s = 0; s < shapes.size(); s++) {
        Shape shape = shapes.get(s);
        StoreLevel own = level;
        for (Assumption assumption : assumptions) {
          if (assumption.shape().equals(shape.name())) {
            own = assumption.level().orElse(own);
          }
        }
        for (Program program : shape.programs()) {
          Program changed = program;
          for (Assumption assumption : assumptions) {
            if (assumption.shape().equals(shape.name())) {
              changed = assumption.applied(changed);
            }
          }
          register(casts.size(), changed);
          casts.add(new Cast(changed, shape, s, own));
        }
      }
    }

    private void register(int cast, Program program) {
      for (int[] statement : program.statements()) {
        for (int operation : statement) {
          Access access = Access.of(operation);
          int key = Access.keyOf(operation);
          if (access == Access.SEARCH) {
            add(users, -1 - scenes.relationOf(reader.searches().get(key)), cast);
          } else {
            add(users, scenes.rowOf(key), cast);
            if (access.locks()) {
              add(lockers, scenes.rowOf(key), cast);
            }
            if (access.writes()) {
              add(lockers, -1 - scenes.relationOf(key), cast);
            }
          }
        }
      }
    }

    private void add(Int2ObjectMap<List<Integer>> index, int row, int cast) {
      List<Integer> all = index.computeIfAbsent(row, each -> new ArrayList<>());
      if (all.isEmpty() || all.get(all.size() - 1) != cast) {
        all.add(cast);
      }
    }

    Predictions run() {
      // Rows that few use first: who shares those shares more.
      List<Integer> rows =
          lockers
              .keySet()
              .intStream()
              .filter(users::containsKey)
              .boxed()
              .sorted(
                  Comparator.<Integer>comparingInt(row -> users.get(row.intValue()).size())
                      .thenComparing(Comparator.naturalOrder()))
              .toList();
      List<int[]> scenesOfTwo = new ArrayList<>();
      for (int row : rows) {
        pairs(row, scenesOfTwo);
      }
      for (int[] two : scenesOfTwo) {
        thirds(two);
      }
      return new Predictions(
          found.values().stream().filter(each -> !isShownByFewer(each)).toList(),
          pairs,
          triples,
          states,
          sharesAnything,
          cuts(),
          List.copyOf(undecided.values()));
    }

    /** Whether two of its three shapes have the same anomaly without the third. */
    private boolean isShownByFewer(Prediction three) {
      List<String> names = three.shapes();
      for (int left = 0; names.size() > 2 && left < names.size(); left++) {
        List<String> two = new ArrayList<>(names);
        two.remove(left);
        if (found.containsKey(String.join(" × ", two) + ": " + three.kind().title())) {
          return true;
        }
      }
      return false;
    }

    private List<String> cuts() {
      List<String> cuts = new ArrayList<>();
      if (isOutOfTime) {
        cuts.add("The time was over before all sets of transactions were explored.");
      }
      if (isSampled) {
        cuts.add(
            "Where many transactions of two shapes share a row, "
                + PAIRS
                + " of each were combined, those of rare rows first.");
      }
      if (tooLarge > 0) {
        cuts.add(
            tooLarge
                + " sets of transactions share more than "
                + Scene.MOST
                + " rows or statements, and were left out.");
      }
      if (cutScenes > 0) {
        cuts.add(
            cutScenes
                + " sets of transactions have more than "
                + STATES
                + " states; of these, schedules with few preemptions were explored.");
      }
      return cuts;
    }

    private void pairs(int row, List<int[]> scenesOfTwo) {
      Map<Integer, List<Integer>> byShape = new LinkedHashMap<>();
      for (int user : users.get(row)) {
        byShape.computeIfAbsent(casts.get(user).shapeNumber(), each -> new ArrayList<>()).add(user);
      }
      Map<Integer, List<Integer>> lockersByShape = new LinkedHashMap<>();
      for (int locker : lockers.get(row)) {
        lockersByShape
            .computeIfAbsent(casts.get(locker).shapeNumber(), each -> new ArrayList<>())
            .add(locker);
      }
      for (List<Integer> some : lockersByShape.values()) {
        for (List<Integer> others : byShape.values()) {
          isSampled |= some.size() > PAIRS || others.size() > PAIRS;
          for (int a : some.subList(0, Math.min(PAIRS, some.size()))) {
            for (int b : others.subList(0, Math.min(PAIRS, others.size()))) {
              long code = (long) Math.min(a, b) << 32 | Math.max(a, b);
              if (paired.add(code) && !isOver()) {
                int[] two = {Math.min(a, b), Math.max(a, b)};
                sharesAnything = true;
                if (explore(two)) {
                  pairs++;
                  scenesOfTwo.add(two);
                }
              }
            }
          }
        }
      }
    }

    private void thirds(int[] two) {
      Map<Integer, Integer> tried = new HashMap<>();
      for (int third : neighbours(two[0])) {
        int shape = casts.get(third).shapeNumber();
        if (isOver() || tried.getOrDefault(shape, 0) >= THIRDS || !share(two[1], third)) {
          continue;
        }
        tried.merge(shape, 1, Integer::sum);
        int[] three = {two[0], two[1], third};
        Arrays.sort(three);
        if (explore(three)) {
          triples++;
        }
      }
    }

    /** Those that change or lock what it uses, or use what it changes or locks. */
    private Set<Integer> neighbours(int cast) {
      Set<Integer> neighbours = new java.util.LinkedHashSet<>();
      for (int[] statement : casts.get(cast).program().statements()) {
        for (int operation : statement) {
          int key = Access.keyOf(operation);
          if (Access.of(operation) == Access.SEARCH) {
            int relation = -1 - scenes.relationOf(reader.searches().get(key));
            neighbours.addAll(some(lockers.get(relation)));
          } else {
            neighbours.addAll(some(lockers.get(scenes.rowOf(key))));
            if (Access.of(operation).locks()) {
              neighbours.addAll(some(users.get(scenes.rowOf(key))));
            }
            if (Access.of(operation).writes()) {
              neighbours.addAll(some(users.get(-1 - scenes.relationOf(key))));
            }
          }
        }
      }
      return neighbours;
    }

    private List<Integer> some(List<Integer> all) {
      if (all == null) {
        return List.of();
      }
      int most = 20 * PAIRS;
      isSampled |= all.size() > most;
      return all.size() > most ? all.subList(0, most) : all;
    }

    private boolean share(int a, int b) {
      StoreLevel[] levels = {casts.get(a).level(), casts.get(b).level()};
      Scene scene = scenes.scene(List.of(casts.get(a).program(), casts.get(b).program()), levels);
      return scene.keyCount() > 0;
    }

    private boolean isOver() {
      isOutOfTime |= System.nanoTime() > deadline;
      return isOutOfTime || (untilFound && !found.isEmpty());
    }

    /** Explores a scene unless an equal one was; whether it did. */
    private boolean explore(int[] members) {
      List<Program> programs = new ArrayList<>();
      StoreLevel[] levels = new StoreLevel[members.length];
      StringBuilder code = new StringBuilder();
      for (int i = 0; i < members.length; i++) {
        Cast cast = casts.get(members[i]);
        programs.add(cast.program());
        levels[i] = cast.level();
        code.append(cast.shapeNumber()).append(' ').append(cast.level().name()).append(' ');
      }
      Scene scene = scenes.scene(programs, levels);
      code.append(Arrays.deepToString(scene.code()))
          .append(Arrays.toString(scene.rowOf()))
          .append(Arrays.toString(scene.isThere()))
          .append(Arrays.deepToString(scene.meets()));
      if (scene.keyCount() == 0 || !explored.add(code.toString())) {
        return false;
      } else if (!scene.fits()) {
        tooLarge++;
        return false;
      }
      String[] names = names(members);
      String set = String.join(" × ", shapes(members));
      Map<Dependencies, Run> smallest = new LinkedHashMap<>();
      Exploration exploration = new Exploration(scene, STATES);
      exploration.run(
          run -> {
            Dependencies dependencies = run.dependencies();
            if (dependencies.areCyclic(members.length > 2) && run.isPossible()) {
              smallest.merge(
                  dependencies, run, (known, other) -> other.isSmallerThan(known) ? other : known);
            }
            return !isOver();
          });
      smallest.values().forEach(run -> judge(members, set, run, names));
      states += exploration.states();
      cutScenes += exploration.isCut() ? 1 : 0;
      return true;
    }

    private List<String> shapes(int[] members) {
      return Arrays.stream(members).mapToObj(each -> casts.get(each).shape().name()).toList();
    }

    private String[] names(int[] members) {
      List<String> of = shapes(members);
      String[] names = new String[members.length];
      for (int i = 0; i < names.length; i++) {
        int same = 0;
        for (int before = 0; before < i; before++) {
          same += of.get(before).equals(of.get(i)) ? 1 : 0;
        }
        boolean repeats = java.util.Collections.frequency(of, of.get(i)) > 1;
        names[i] = repeats ? of.get(i) + "-" + (same + 1) : of.get(i);
      }
      return names;
    }

    private void judge(int[] members, String set, Run run, String[] names) {
      RunText text = new RunText(run, history, reader.searches(), names);
      History made;
      try {
        made = IsogaugeText.parse(text.text());
      } catch (InputException e) {
        throw new IllegalStateException("a predicted history cannot be read: " + text.text(), e);
      }
      Plan plan = Plan.of(made);
      Verdict verdict = plan.route(plan.question(question)).check(Limits.DEFAULT);
      if (verdict instanceof Verdict.Unknown unknown) {
        undecided.putIfAbsent(set, set + ": " + unknown.reason());
      } else if (verdict instanceof Verdict.Violated violated) {
        Set<AnomalyKind> kinds = new HashSet<>();
        for (Anomaly anomaly : violated.anomalies()) {
          Prediction known = found.get(set + ": " + anomaly.kind().title());
          boolean isSmaller = known == null || run.isSmallerThan(known.run().run());
          if (kinds.add(anomaly.kind()) && isSmaller) {
            found.put(
                set + ": " + anomaly.kind().title(),
                prediction(members, run, names, text, made, anomaly, verdict));
          }
        }
      }
    }

    private Prediction prediction(
        int[] members,
        Run run,
        String[] names,
        RunText text,
        History made,
        Anomaly anomaly,
        Verdict verdict) {
      return new Prediction(
          shapes(members),
          List.of(names),
          Arrays.stream(members).mapToObj(each -> casts.get(each).program().name()).toList(),
          Arrays.stream(members).mapToObj(each -> casts.get(each).level()).toList(),
          anomaly.kind(),
          new ScheduleWords(run, text, history, reader.searches()).steps(),
          text.text(),
          made,
          verdict,
          explanation(new Explainer(made).explain(anomaly).text().stripTrailing(), run),
          new PredictedRun(run, text, history));
    }
  }

  private static String explanation(String text, Run run) {
    int colon = text.indexOf(": ");
    return run.losesUpdate() && colon > 0
        ? text.substring(0, colon) + ": a lost update, " + text.substring(colon + 2)
        : text;
  }

  /** Changes that leave nothing to predict, cheapest first; at most this many. */
  public List<List<Assumption>> remedies(StoreLevel level, Predictions predictions, int most) {
    List<List<Assumption>> remedies = new ArrayList<>();
    for (List<Assumption> candidate : candidates(level, predictions)) {
      if (remedies.size() == most || System.nanoTime() > deadline) {
        break;
      }
      boolean isCovered = remedies.stream().anyMatch(candidate::containsAll);
      if (!isCovered && candidate.stream().allMatch(this::concerns)) {
        if (leavesNothing(level, candidate)) {
          remedies.add(candidate);
        }
      }
    }
    return remedies;
  }

  /** Whether nothing is predicted, and everything was explored. */
  private boolean leavesNothing(StoreLevel level, List<Assumption> assumptions) {
    Predictions predictions = new Round(level, assumptions, true).run();
    return predictions.found().isEmpty()
        && predictions.cuts().isEmpty()
        && predictions.undecided().isEmpty();
  }

  /** One change of one shape, then the same for all shapes that take part; statements first. */
  private List<List<Assumption>> candidates(StoreLevel level, Predictions predictions) {
    List<String> involved =
        predictions.found().stream().flatMap(each -> each.shapes().stream()).distinct().toList();
    List<List<Assumption>> candidates = new ArrayList<>();
    for (Assumption.Kind kind : List.of(Assumption.Kind.ATOMIC, Assumption.Kind.FOR_UPDATE)) {
      for (String shape : involved) {
        candidates.add(List.of(new Assumption(shape, kind, Optional.empty())));
      }
      List<Assumption> all =
          involved.stream()
              .map(shape -> new Assumption(shape, kind, Optional.empty()))
              .filter(this::concerns)
              .toList();
      if (all.size() > 1) {
        candidates.add(all);
      }
    }
    List<StoreLevel> levels = engine.levels();
    for (StoreLevel stronger : levels.subList(levels.indexOf(level) + 1, levels.size())) {
      for (String shape : involved) {
        candidates.add(
            List.of(new Assumption(shape, Assumption.Kind.ISOLATION, Optional.of(stronger))));
      }
      if (involved.size() > 1) {
        candidates.add(
            involved.stream()
                .map(
                    shape ->
                        new Assumption(shape, Assumption.Kind.ISOLATION, Optional.of(stronger)))
                .toList());
      }
    }
    return candidates;
  }

  /**
   * The weakest levels at which nothing is predicted: the weakest one for all shapes, and by shape
   * a weaker one that still does beside those of the others. Empty if no level does.
   */
  public Optional<Map<String, StoreLevel>> weakest() {
    for (StoreLevel level : engine.levels()) {
      if (isEnough(level, Map.of())) {
        return Optional.of(mixed(level));
      }
    }
    return Optional.empty();
  }

  private Map<String, StoreLevel> mixed(StoreLevel enough) {
    Map<String, StoreLevel> levels = new LinkedHashMap<>();
    shapeNames().forEach(shape -> levels.put(shape, enough));
    for (String shape : shapeNames()) {
      for (StoreLevel weaker : engine.levels()) {
        if (weaker.equals(enough)) {
          break;
        }
        levels.put(shape, weaker);
        if (isEnough(enough, levels)) {
          break;
        }
        levels.put(shape, enough);
      }
    }
    return levels;
  }

  private boolean isEnough(StoreLevel level, Map<String, StoreLevel> levels) {
    List<Assumption> assumptions = new ArrayList<>();
    levels.forEach(
        (shape, own) ->
            assumptions.add(new Assumption(shape, Assumption.Kind.ISOLATION, Optional.of(own))));
    return leavesNothing(level, assumptions);
  }
}
