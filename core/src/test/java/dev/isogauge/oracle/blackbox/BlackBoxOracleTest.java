package dev.isogauge.oracle.blackbox;

import static dev.isogauge.history.Outcome.ABORTED;
import static dev.isogauge.history.Outcome.COMMITTED;
import static dev.isogauge.history.Outcome.INDETERMINATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.oracle.TinyHistory.Transaction;
import dev.isogauge.property.SmallHistories;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The black-box checker agrees with trying all runs. */
class BlackBoxOracleTest {
  private static final List<IsolationLevel> LEVELS =
      List.of(
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY);
  private static final List<Outcome> ALL_OUTCOMES = List.of(COMMITTED, ABORTED, INDETERMINATE);

  @Test
  void randomHistories() throws IOException {
    int runs = TestSize.pick(2_500, 100_000);
    int[] satisfied = new int[LEVELS.size()];
    RunComparison comparison = new RunComparison();
    for (long seed = 0; seed < runs; seed++) {
      Random random = new Random(seed);
      String text = OpenHistories.next(random, seed % 8 == 0 ? 6 : 4);
      History history = IsogaugeText.parse(text);
      for (IsolationLevel level : LEVELS) {
        Constraints constraints =
            new Constraints(level, random.nextBoolean(), random.nextBoolean());
        satisfied[LEVELS.indexOf(level)] +=
            comparison.agree(history, constraints, () -> text) ? 1 : 0;
      }
    }
    assertThat(comparison.untold()).isLessThan(runs / 500);
    assertThat(Arrays.stream(satisfied))
        .allMatch(count -> count > runs / 20 && count < runs - runs / 20);
  }

  /** Keys of few values, read and then written by most: locks, counters, compare-and-set. */
  @Test
  void locksAndCounters() throws IOException {
    int runs = TestSize.pick(800, 60_000);
    int[] satisfied = new int[LEVELS.size()];
    RunComparison comparison = new RunComparison();
    for (long seed = 0; seed < runs; seed++) {
      Random random = new Random(seed);
      String text = lock(random);
      History history = IsogaugeText.parse(text);
      for (IsolationLevel level : LEVELS) {
        Constraints constraints = new Constraints(level, random.nextBoolean(), false);
        satisfied[LEVELS.indexOf(level)] +=
            comparison.agree(history, constraints, () -> text) ? 1 : 0;
      }
    }
    assertThat(Arrays.stream(satisfied))
        .allMatch(count -> count > runs / 20 && count < runs - runs / 20);
  }

  private static String lock(Random random) {
    int values = 2 + random.nextInt(2);
    int sessions = 1 + random.nextInt(4);
    int keys = 1 + random.nextInt(2);
    StringBuilder text = new StringBuilder("init *=0\n");
    int[] now = new int[keys];
    int count = 3 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      int key = random.nextInt(keys);
      int seen = random.nextInt(6) == 0 ? random.nextInt(values) : now[key];
      int next = random.nextInt(6) == 0 ? random.nextInt(values) : (seen + 1) % values;
      int begin = 10 * i - random.nextInt(25);
      text.append("s").append(random.nextInt(sessions)).append(": ");
      text.append("[rt ").append(begin).append("..").append(begin + random.nextInt(30)).append("]");
      text.append(random.nextInt(8) == 0 ? "" : " r(k" + key + "," + seen + ")");
      if (random.nextInt(5) > 0) {
        text.append(" w(k").append(key).append(',').append(next).append(')');
        now[key] = next;
      }
      text.append(random.nextInt(4) == 0 ? " r(j," + random.nextInt(2) + ")" : "");
      text.append(random.nextInt(4) == 0 ? " w(j," + random.nextInt(2) + ")" : "");
      text.append('\n');
    }
    return text.toString();
  }

  /** By numbers of transactions in sessions, with any outcome and any values. */
  @ParameterizedTest
  @ValueSource(strings = {"1", "2", "1 1"})
  void upToTwoTransactions(String sizes) {
    compare(sizes, ALL_OUTCOMES, true, sizes.equals("1") ? 1 : TestSize.pick(5, 1));
  }

  /** All committed, with any values. */
  @ParameterizedTest
  @ValueSource(strings = {"1 1 1", "2 1", "3"})
  void threeCommitted(String sizes) {
    compare(sizes, List.of(COMMITTED), true, TestSize.pick(37, 1));
  }

  /** With any outcome and unique values. */
  @ParameterizedTest
  @ValueSource(strings = {"1 1 1", "2 1", "3"})
  void threeOfAnyOutcome(String sizes) {
    compare(sizes, ALL_OUTCOMES, false, TestSize.pick(67, 1));
  }

  /**
   * Asks about all histories of some sizes.
   *
   * @param step one of so many kinds of transactions, and of these so many values, is taken
   */
  private static void compare(
      String sizes, List<Outcome> outcomes, boolean repeatedValues, int step) {
    int workers = Runtime.getRuntime().availableProcessors();
    AtomicLong histories = new AtomicLong();
    RunComparison comparison = new RunComparison();
    IntStream.range(0, workers)
        .parallel()
        .forEach(
            worker -> {
              int[] found = new int[1];
              SmallHistories.forEach(
                  Arrays.stream(sizes.split(" ")).map(Integer::valueOf).toList(),
                  outcomes,
                  repeatedValues,
                  number -> number % step == 0 && number / step % workers == worker,
                  history -> {
                    if (found[0]++ % step == 0) {
                      histories.incrementAndGet();
                      ask(comparison, SmallOpenHistories.named(history));
                    }
                  });
            });
    System.out.printf(
        "sessions of %s: %s %,d histories, %s%n",
        sizes, step == 1 ? "every one of" : "a sample of", histories.get(), comparison);
    assertThat(comparison.satisfied()).isBetween(1L, comparison.asked() - 1);
    assertThat(comparison.untold()).isZero();
  }

  /** Everything that can be asked about the history, up to symmetry. */
  private static void ask(RunComparison comparison, TinyHistory named) {
    History history = named.toHistory();
    for (IsolationLevel level : LEVELS.subList(0, 2)) {
      comparison.agree(history, new Constraints(level, true, false), named::toString);
    }
    if (SmallHistories.hasThinAirRead(named)) {
      // No order makes up for that.
      return;
    }
    // Without session order it does not matter how transactions are spread over sessions.
    if (named.sessions().size() == 1) {
      for (IsolationLevel level : LEVELS.subList(0, 2)) {
        comparison.agree(history, new Constraints(level, false, false), named::toString);
      }
    }
    for (Map<String, List<Transaction>> order : SmallOpenHistories.orders(named)) {
      History ordered = named.toHistory(order);
      for (IsolationLevel level : LEVELS.subList(0, 2)) {
        comparison.agree(ordered, new Constraints(level, true, true), () -> named + " " + order);
      }
    }
    // With one session each, real time is all that orders them.
    if (named.sessions().size() == named.transactions().size()) {
      for (TinyHistory timed : SmallOpenHistories.timed(named)) {
        comparison.agree(
            timed.toHistory(),
            new Constraints(IsolationLevel.STRICT_SERIALIZABILITY, true, false),
            timed::toString);
      }
    }
  }
}
