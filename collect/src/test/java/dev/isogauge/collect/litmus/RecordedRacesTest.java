package dev.isogauge.collect.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Plan;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.search.SmallSchedules;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.predict.Predictor;
import dev.isogauge.predict.StoreLevel;
import dev.isogauge.predict.StoreLevel.Engine;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is not serializable when a database runs two transactions in some order is predicted from a
 * recording of the two, one after the other.
 */
class RecordedRacesTest {
  /** A row that PostgreSQL's snapshots show beside the one that the transaction has put there. */
  private static final Pattern TWO_ROWS =
      Pattern.compile("\\[[^]]*([xy])=[^]]*\\1=[^]]*\\] of|w\\(([xy]),.*r\\(\\2,[12]0\\)");

  private final Map<String, Boolean> known = new HashMap<>();
  private int fromBoth;

  /** Of races that need what cannot be recorded: the other serial order fails. */
  private int withoutRecording;

  @ParameterizedTest
  @CsvSource({"read-committed, 3, 5", "repeatable-read, 4, 120"})
  void racesOnH2ArePredicted(String level, int statements, int each) throws Exception {
    assertThat(races("h2", level, statements, each)).isPositive();
  }

  @ParameterizedTest
  @EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
  @CsvSource({
    "h2, read-committed",
    "h2, repeatable-read",
    "postgres, read-committed",
    "postgres, repeatable-read"
  })
  void racesOnDatabasesArePredicted(String name, String level) throws Exception {
    int each = Integer.getInteger("isogauge.test.each", 1);
    assertThat(races(name, level, 4, each)).isPositive();
  }

  /**
   * Runs schedules, and returns how many races there are.
   *
   * @param each one of so many is run
   */
  private int races(String name, String level, int statements, int each) throws Exception {
    StoreLevel store = Engine.of(name).orElseThrow().level(level).orElseThrow();
    LitmusSettings settings = LitmusSettings.hasty().withRetries(false);
    Map<String, String> missed = new TreeMap<>();
    int races = 0;
    int ran = 0;
    int number = 0;
    try (Database database = Databases.open(name, DatabaseOptions.defaults());
        Lane lane = new Lane(database, database.capabilities().level(level))) {
      for (int size = 2; size <= statements; size++) {
        for (Schedule schedule : SmallSchedules.of(size, 2, 2, true)) {
          if (number++ % each == 0
              && schedule.steps().stream().noneMatch(step -> isRollback(step.action()))) {
            ScheduleRun run = ScheduleRunner.run(lane, schedule, settings);
            ran++;
            String history = HistoryText.bare(run, true);
            if (isRace(run) && !TWO_ROWS.matcher(history).find()) {
              races++;
              if (!isPredicted(schedule, store)) {
                missed.put(schedule.id(), history);
              }
            }
          }
        }
      }
    }
    System.out.printf(
        "%s at %s: %d schedules, %d races, %d predicted only from both serial orders,"
            + " %d that cannot be recorded%n",
        name, level, ran, races, fromBoth, withoutRecording);
    assertThat(missed).isEmpty();
    assertThat(withoutRecording).isLessThanOrEqualTo(races / 40);
    return races;
  }

  private static boolean isRollback(Action action) {
    return action.verb() == Action.Verb.ROLLBACK;
  }

  private static boolean isRace(ScheduleRun run) throws InputException {
    Plan plan = Plan.of(IsogaugeText.parse(HistoryText.bare(run, true)));
    return run.failed().isEmpty()
        && plan.route(plan.question(IsolationLevel.SERIALIZABILITY)).check(Limits.DEFAULT)
            instanceof Verdict.Violated;
  }

  /**
   * From one serial order, the other one, or, where a statement finds what the other transaction
   * made, or misses what it took away, from both. If one of them fails, what only it could record
   * is not asked for.
   */
  private boolean isPredicted(Schedule schedule, StoreLevel level) throws InputException {
    Optional<String> one = recording(schedule, 1, "T1", "T2");
    Optional<String> other = recording(schedule, 2, "T2", "T1");
    List<String> recordings = new ArrayList<>();
    one.ifPresent(text -> recordings.add(initial(schedule) + text));
    other.ifPresent(text -> recordings.add(initial(schedule) + text));
    if (recordings.size() == 2) {
      recordings.add(initial(schedule) + one.get() + reset(schedule) + other.get());
    }
    for (int i = 0; i < recordings.size(); i++) {
      Boolean predicted = known.get(recordings.get(i));
      if (predicted == null) {
        predicted = isPredicted(recordings.get(i), level);
        known.put(recordings.get(i), predicted);
      }
      if (predicted) {
        fromBoth += i == 2 ? 1 : 0;
        return true;
      }
    }
    withoutRecording += recordings.size() == 1 ? 1 : 0;
    return recordings.size() == 1;
  }

  private static boolean isPredicted(String recording, StoreLevel level) throws InputException {
    History history = IsogaugeText.parse(recording);
    IsolationLevel question = IsolationLevel.SERIALIZABILITY;
    return new Predictor(history, level.engine(), question, Long.MAX_VALUE / 4)
        .predict(level, List.of()).found().stream()
            .map(each -> each.shapes().stream().map(shape -> shape.substring(0, 3)).toList())
            .anyMatch(each -> each.size() == 2 && each.containsAll(List.of("one", "two")));
  }

  private static String initial(Schedule schedule) {
    StringBuilder text = new StringBuilder();
    schedule.setup().forEach((key, value) -> text.append("init " + key + "=" + value + "\n"));
    return text.toString();
  }

  /** Restores what was there. */
  private static String reset(Schedule schedule) {
    StringBuilder text = new StringBuilder("s reset-1:");
    for (String key : schedule.keys()) {
      Long value = schedule.setup().get(key);
      text.append(value == null ? " d(" + key + ")" : " w(" + key + "," + value + ")");
    }
    return text.append('\n').toString();
  }

  /** What transactions do one after another; empty if one fails. */
  private static Optional<String> recording(Schedule schedule, int number, String... order) {
    Map<String, Long> rows = new TreeMap<>(schedule.setup());
    StringBuilder text = new StringBuilder();
    for (String transaction : order) {
      List<String> operations = new ArrayList<>();
      List<String> sizes = new ArrayList<>();
      for (Step step : schedule.steps()) {
        Action action = step.action();
        if (!step.transaction().equals(transaction) || action.verb() == Action.Verb.COMMIT) {
          continue;
        }
        String key = action.key();
        Long old = key.isEmpty() ? null : rows.get(key);
        sizes.add(action.verb() == Action.Verb.LOCK ? "1u" : "1");
        switch (action.verb()) {
          case READ, LOCK -> operations.add("r(" + key + "," + (old == null ? "nil" : old) + ")");
          case SELECT ->
              operations.add("p(*,\"" + action.condition() + "\",[" + found(rows) + "])");
          case UPDATE, DELETE, INSERT -> {
            boolean inserts = action.verb() == Action.Verb.INSERT;
            if (inserts && old != null) {
              return Optional.empty();
            } else if (!inserts && old == null) {
              operations.add("r(" + key + ",nil)");
            } else if (action.verb() == Action.Verb.DELETE) {
              operations.add("d(" + key + ")");
              rows.remove(key);
            } else {
              rows.put(key, action.value().orElseThrow());
              operations.add("w(" + key + "," + rows.get(key) + ")");
            }
          }
          default -> throw new IllegalArgumentException(action.toString());
        }
      }
      String name = (transaction.equals("T1") ? "one-" : "two-") + number;
      text.append("s " + name + ": [statements " + String.join(" ", sizes) + "] ");
      text.append(String.join(" ", operations)).append('\n');
    }
    return Optional.of(text.toString());
  }

  private static String found(Map<String, Long> rows) {
    return String.join(",", rows.keySet());
  }
}
