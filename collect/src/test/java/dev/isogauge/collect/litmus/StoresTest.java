package dev.isogauge.collect.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.Operation;
import dev.isogauge.collect.search.SmallSchedules;
import dev.isogauge.predict.StoreLevel;
import dev.isogauge.predict.StoreLevel.Engine;
import dev.isogauge.predict.StoreRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The stores that predictions are made on do what the databases do, in every small schedule. In a
 * deadlock either may end another transaction; such schedules are left out.
 */
class StoresTest {
  private static final DatabaseOptions OPTIONS =
      DatabaseOptions.defaults().withLockTimeout(Duration.ofSeconds(5));

  @ParameterizedTest
  @CsvSource({"read-committed", "repeatable-read", "serializable"})
  void h2DoesWhatItsStoreDoes(String level) throws Exception {
    Comparison comparison = new Comparison("h2", level);
    comparison.run(SmallSchedules.of(2, 2, 2, true));
    comparison.run(SmallSchedules.of(3, 1, 2, true));

    assertThat(comparison.ran).isGreaterThan(500);
    assertThat(comparison.unknown()).isEmpty();
  }

  /** The databases of {@code -Disogauge.test.stores=mariadb,mysql:8.0}, by default some. */
  static Stream<Arguments> stores() {
    String names = System.getProperty("isogauge.test.stores", "h2,postgres,mariadb");
    return Arrays.stream(names.split(",", -1))
        .flatMap(
            name ->
                Engine.of(name).orElseThrow().levels().stream()
                    .map(level -> Arguments.of(name, level.name())));
  }

  @ParameterizedTest
  @EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
  @MethodSource("stores")
  void databasesDoWhatTheirStoresDo(String name, String level) throws Exception {
    Comparison comparison = new Comparison(name, level);
    int most = Integer.getInteger("isogauge.test.statements", 3);
    for (int statements = 2; statements <= most; statements++) {
      comparison.run(some(SmallSchedules.of(statements, 2, 3, true)));
    }
    System.out.println(comparison);
    assertThat(comparison.unknown()).isEmpty();
  }

  /** Evenly chosen ones if there are many. */
  private static List<Schedule> some(List<Schedule> all) {
    int most = Integer.getInteger("isogauge.test.schedules", 5_000);
    List<Schedule> some = new ArrayList<>();
    for (int i = 0; i < Math.min(most, all.size()); i++) {
      some.add(all.get((int) ((long) i * all.size() / Math.min(most, all.size()))));
    }
    return some;
  }

  /** Runs schedules on a database and on its store. */
  private static final class Comparison {
    private final String name;
    private final StoreLevel store;

    /** By code of a schedule what the database does and the store does not. */
    private final Map<String, String> differences = new TreeMap<>();

    private int ran;

    Comparison(String name, String level) {
      this.name = name;
      this.store = Engine.of(name).orElseThrow().level(level).orElseThrow();
    }

    void run(List<Schedule> schedules) throws Exception {
      LitmusSettings settings = LitmusSettings.hasty().withRetries(false);
      try (Database database = Databases.open(name, OPTIONS)) {
        Level wanted = database.capabilities().level(store.name());
        try (Lane lane = new Lane(database, wanted)) {
          for (Schedule schedule : schedules) {
            List<String> expected = onStore(store, schedule);
            if (expected.stream().filter(each -> each.startsWith("waits")).count() < 2) {
              List<String> found = onDatabase(ScheduleRunner.run(lane, schedule, settings));
              ran++;
              if (!found.equals(expected)) {
                differences.put(schedule.id(), found + " instead of " + expected);
              }
            }
          }
        }
      }
    }

    /** Differences that docs/predict.md does not list. */
    Map<String, String> unknown() {
      Map<String, String> unknown = new TreeMap<>(differences);
      unknown.entrySet().removeIf(each -> isKnown(each.getKey(), each.getValue()));
      return unknown;
    }

    private boolean isKnown(String code, String what) {
      // In a deadlock the database may end another transaction.
      String[] sides = what.split(" instead of ", -1);
      if (isDeadlock(sides[0]) && isDeadlock(sides[1])) {
        return true;
      }
      boolean inserts = code.matches(".*[0-9]i[xy].*");
      return switch (store.engine()) {
        // Conflicts on pages, and rows made anew where the snapshot has one that is gone.
        case POSTGRES ->
            store.name().equals("SERIALIZABLE")
                ? inserts && what.contains("fails")
                : store.name().equals("REPEATABLE READ")
                    && code.matches(".*[0-9]d([xy]).*[0-9]i\\1.*");
        // Gaps between rows, and rows that are deleted and not yet purged.
        case MYSQL, MARIADB ->
            !store.name().equals("READ COMMITTED")
                && (inserts || code.matches(".*-.*:.*") || what.contains("waits fails"));
        // Rows that were changed and then locked.
        case H2 -> inserts && code.contains("l") && sides[0].contains("waits");
        case ORACLE -> false;
      };
    }

    private static boolean isDeadlock(String results) {
      return results.contains("waits") && results.contains("fails");
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      text.append(name).append(" at ").append(store.name()).append(": ").append(ran);
      text.append(" schedules, ").append(differences.size()).append(" differences\n");
      differences.forEach((code, what) -> text.append("  " + code + ": " + what + "\n"));
      return text.toString();
    }
  }

  private static List<String> onStore(StoreLevel level, Schedule schedule) {
    boolean[] isThere = new boolean[schedule.keys().size()];
    for (int row = 0; row < isThere.length; row++) {
      isThere[row] = schedule.setup().containsKey(schedule.keys().get(row));
    }
    List<StoreRun.Step> steps = new ArrayList<>();
    for (Step step : schedule.steps()) {
      int transaction = step.transaction().charAt(1) - '1';
      int row = Math.max(0, schedule.keys().indexOf(step.action().key()));
      StoreRun.Verb verb = StoreRun.Verb.valueOf(step.action().verb().name());
      steps.add(new StoreRun.Step(transaction, verb, row));
    }
    return StoreRun.results(level, isThere, steps);
  }

  /** The same step may be in a schedule twice, so it is compared by identity. */
  @SuppressWarnings("ReferenceEquality")
  private static List<String> onDatabase(ScheduleRun run) {
    Schedule schedule = run.schedule();
    Map<String, String> writers = new HashMap<>();
    schedule.setup().values().forEach(value -> writers.put(Long.toString(value), "first"));
    for (int i = 0; i < schedule.steps().size(); i++) {
      OptionalLong value = schedule.steps().get(i).action().value();
      if (value.isPresent()) {
        writers.put(Long.toString(value.getAsLong()), Integer.toString(i));
      }
    }
    List<String> words = new ArrayList<>();
    for (Step step : schedule.steps()) {
      StringBuilder word = new StringBuilder();
      for (StepEvent event : run.events()) {
        if (event.step() == step) {
          word.append(event.kind() == StepEvent.Kind.BLOCKED ? "waits " : word(event, writers));
        }
      }
      words.add(word.toString());
    }
    for (String key : schedule.keys()) {
      words.add(
          run.last().operations().stream()
              .map(each -> (Operation.Read<String>) each)
              .filter(read -> read.key().equals(key))
              .map(read -> shown(read.value(), writers))
              .findFirst()
              .orElseThrow());
    }
    return words;
  }

  private static String shown(OptionalLong value, Map<String, String> writers) {
    return value.isPresent() ? writers.get(Long.toString(value.getAsLong())) : "none";
  }

  private static String word(StepEvent event, Map<String, String> writers) {
    String result = event.result();
    if (event.kind() == StepEvent.Kind.SKIPPED) {
      return "skipped";
    } else if (result.startsWith("aborted") || result.startsWith("rejected")) {
      return "fails";
    } else if (result.equals("no such item")) {
      return "none";
    } else if (result.contains("=")) {
      List<String> found = new ArrayList<>();
      for (String item : result.split(" ", -1)) {
        String[] sides = item.split("=", -1);
        found.add((sides[0].equals("x") ? 0 : 1) + "=" + writers.get(sides[1]));
      }
      return String.join(" ", found);
    }
    return writers.getOrDefault(result, result);
  }

  @Test
  void aStoreThatDoesSomethingElseIsNoticed() throws Exception {
    Map<String, String> differences = new TreeMap<>();
    StoreLevel other = Engine.H2.level("repeatable-read").orElseThrow();
    for (Schedule schedule : SmallSchedules.of(3, 1, 2, true)) {
      if (!onStore(other, schedule)
          .equals(onStore(Engine.H2.level("read-committed").orElseThrow(), schedule))) {
        differences.put(schedule.id(), "");
      }
    }
    assertThat(differences).containsKey("x+: 1rx 2ux 1rx");
  }
}
