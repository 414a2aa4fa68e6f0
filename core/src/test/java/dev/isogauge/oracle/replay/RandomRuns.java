package dev.isogauge.oracle.replay;

import dev.isogauge.oracle.replay.Run.Aggregate;
import dev.isogauge.oracle.replay.Run.Append;
import dev.isogauge.oracle.replay.Run.Fold;
import dev.isogauge.oracle.replay.Run.Question;
import dev.isogauge.oracle.replay.Run.Read;
import dev.isogauge.oracle.replay.Run.Row;
import dev.isogauge.oracle.replay.Run.Rows;
import dev.isogauge.oracle.replay.Run.Step;
import dev.isogauge.oracle.replay.Run.Transaction;
import dev.isogauge.oracle.replay.Run.Write;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** Small random runs: mostly what a serial database would do, with some results spoilt. */
public final class RandomRuns {
  private static final String[] KEYS = {"r/1", "r/2", "r/3", "other/1", "x", "y"};

  private final Random random;
  private final Map<String, Row> objects = new TreeMap<>();
  private final Map<String, List<String>> lists = new HashMap<>();
  private int spoilPercent;
  private int appended;

  RandomRuns(long seed) {
    this.random = new Random(seed);
  }

  /** A run in Isogauge text. */
  public static String text(long seed) {
    return new RandomRuns(seed).next().toString();
  }

  Run next() {
    spoilPercent = random.nextInt(3) == 0 ? 0 : random.nextInt(40);
    int count = 1 + random.nextInt(6);
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      places.add(2 * i + 1);
    }
    // Sessions list their transactions in the order of the run, unless that is spoilt too.
    if (random.nextInt(4) == 0) {
      Collections.swap(places, random.nextInt(count), random.nextInt(count));
    }
    List<Transaction> byPlace = new ArrayList<>();
    int clock = 0;
    for (int i = 0; i < count; i++) {
      String outcome = new String[] {"", "", "", "", "aborted", "indeterminate"}[random.nextInt(6)];
      clock += random.nextInt(4);
      byPlace.add(
          new Transaction(
              "T" + i,
              random.nextInt(3),
              outcome,
              places.get(i),
              clock,
              clock + random.nextInt(4),
              List.of()));
    }
    List<Transaction> run = new ArrayList<>(byPlace);
    byPlace.sort((t, s) -> Integer.compare(t.place(), s.place()));
    for (Transaction t : byPlace) {
      run.set(run.indexOf(t), filled(t));
    }
    return new Run(run);
  }

  private Transaction filled(Transaction t) {
    Map<String, Row> before = new TreeMap<>(objects);
    Map<String, List<String>> listsBefore = new HashMap<>();
    lists.forEach((key, list) -> listsBefore.put(key, new ArrayList<>(list)));
    List<Step> steps = new ArrayList<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      steps.add(step());
    }
    if (!t.counts()) {
      objects.clear();
      objects.putAll(before);
      lists.clear();
      lists.putAll(listsBefore);
    }
    return new Transaction(
        t.name(), t.session(), t.outcome(), t.place(), t.begin(), t.end(), steps);
  }

  private Step step() {
    String key = KEYS[random.nextInt(KEYS.length)];
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> {
        Row row = row(key);
        objects.put(key, row);
        yield new Write(key, Optional.of(row));
      }
      case 3 -> {
        objects.remove(key);
        yield new Write(key, Optional.empty());
      }
      case 4 -> {
        String element = Integer.toString(100 + appended++);
        lists.computeIfAbsent("lists/1", k -> new ArrayList<>()).add(element);
        yield new Append("lists/1", element);
      }
      case 5 -> read(random.nextInt(4) == 0 ? "lists/1" : key);
      case 6, 7 -> rows();
      default -> aggregate();
    };
  }

  private boolean spoils() {
    return random.nextInt(100) < spoilPercent;
  }

  private Step read(String key) {
    Read blank = new Read(key, "");
    String result = ReplayOracle.expected(objects, lists, blank);
    if (spoils()) {
      result = key.equals("lists/1") ? "[100]" : random.nextBoolean() ? "nil" : row(key).toString();
    }
    return new Read(key, random.nextInt(12) == 0 ? "?" : result);
  }

  private Row row(String key) {
    if (!key.contains("/")) {
      return Row.of((long) random.nextInt(4));
    }
    Map<String, Object> columns = new TreeMap<>();
    columns.put("a", (long) random.nextInt(5));
    columns.put("s", new String[] {"u", "uv", "w"}[random.nextInt(3)]);
    if (random.nextInt(4) == 0) {
      columns.remove(random.nextBoolean() ? "a" : "s");
    }
    return new Row(columns);
  }

  private Step rows() {
    String relation = relation();
    Question question = question(relation);
    Map<String, Optional<String>> result = new TreeMap<>();
    objects.forEach(
        (key, row) -> {
          boolean matches = !ReplayOracle.matching(Map.of(key, row), relation, question).isEmpty();
          if (matches != spoils()) {
            result.put(
                key,
                random.nextBoolean()
                    ? Optional.empty()
                    : Optional.of(spoils() ? row(key).toString() : row.toString()));
          }
        });
    // What was spoilt belongs to the relation all the same.
    result
        .keySet()
        .removeIf(key -> !(key + "/").startsWith(relation + "/") && !relation.equals("*"));
    result.keySet().removeIf(key -> relation.equals("*") && key.contains("/"));
    return new Rows(relation, question, result);
  }

  private Step aggregate() {
    String relation = relation();
    Question condition = question(relation);
    String column = relation.equals("*") ? "value" : "a";
    int kind = random.nextInt(5);
    String function =
        new String[] {"count(*)", "count(" + column + ")", "sum(", "min(", "max("}[kind]
            + (kind < 2 ? "" : column + ")");
    Fold fold =
        rows -> {
          LongStream values =
              rows.stream().flatMap(row -> row.column(column).stream()).mapToLong(v -> (long) v);
          return switch (kind) {
            case 0 -> Integer.toString(rows.size());
            case 1 -> Long.toString(values.count());
            case 2 -> text(values.reduce(Long::sum));
            case 3 -> text(values.min());
            default -> text(values.max());
          };
        };
    Question question =
        random.nextInt(4) == 0
            ? new Question(function, row -> true, Optional.of(fold))
            : new Question(
                function + " where " + condition.text(), condition.condition(), Optional.of(fold));
    String result = fold.over(ReplayOracle.matching(objects, relation, question));
    if (spoils()) {
      result = Integer.toString(random.nextInt(5));
    }
    return new Aggregate(relation, question, random.nextInt(12) == 0 ? "?" : result);
  }

  private static String text(OptionalLong value) {
    return value.isPresent() ? Long.toString(value.getAsLong()) : "nil";
  }

  private String relation() {
    return new String[] {"r", "r", "other", "*"}[random.nextInt(4)];
  }

  private Question question(String relation) {
    String column = relation.equals("*") ? "value" : "a";
    long c = random.nextInt(5);
    return switch (random.nextInt(8)) {
      case 0 -> number(column + " > " + c, column, v -> v > c);
      case 1 -> number(column + " = " + c, column, v -> v == c);
      case 2 ->
          number(column + " <= " + c + " and " + column + " <> 1", column, v -> v <= c && v != 1);
      case 3 -> number(column + " % 2 = 0", column, v -> v % 2 == 0);
      case 4 -> number(column + " between 1 and " + c, column, v -> v >= 1 && v <= c);
      case 5 ->
          new Question(
              "s like 'u%'",
              row -> row.column("s").filter(s -> s.toString().startsWith("u")).isPresent(),
              Optional.empty());
      case 6 ->
          new Question(column + " is null", row -> row.column(column).isEmpty(), Optional.empty());
      default -> new Question("TRUE", row -> true, Optional.empty());
    };
  }

  private static Question number(String text, String column, Predicate<Long> condition) {
    return new Question(
        text,
        row -> row.column(column).filter(v -> condition.test((Long) v)).isPresent(),
        Optional.empty());
  }
}
