package dev.isogauge.check.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.checker.Budget;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Witness;
import dev.isogauge.verify.WitnessVerifier;
import dev.isogauge.versions.ListReads;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is noted by its hash alone decides nothing by itself. */
class ValueRunsTest {
  private static final Budget BUDGET = new Budget(Duration.ofDays(1), Long.MAX_VALUE);
  private static final Constraints SERIAL =
      new Constraints(IsolationLevel.SERIALIZABILITY, true, false);

  @Test
  void hashesDenyNothing() throws IOException {
    Map<ValueRuns.Result, Integer> results = new EnumMap<>(ValueRuns.Result.class);
    int runs = TestSize.pick(600, 20_000);
    for (int seed = 0; seed < runs; seed++) {
      String text = history(new Random(seed), seed % 2 == 0);
      History history = IsogaugeText.parse(text);
      ValueRuns.Result exact = search(history, Long.MAX_VALUE);
      ValueRuns.Result hashed = search(history, 0);
      assertThat(hashed)
          .as("seed %d: %s", seed, text)
          .matches(result -> result == exact || result == ValueRuns.Result.GAVE_UP)
          .matches(result -> result == exact || exact == ValueRuns.Result.NONE);
      assertThat(runSideBySide(history).isPresent())
          .as("seed %d: %s", seed, text)
          .isEqualTo(exact == ValueRuns.Result.FOUND);
      results.merge(hashed, 1, Integer::sum);
    }
    assertThat(results.keySet()).containsExactlyInAnyOrder(ValueRuns.Result.values());
    assertThat(results.get(ValueRuns.Result.FOUND)).isGreaterThanOrEqualTo(runs / 2);
  }

  /** A run that is one, found among so few that none is left out. */
  private static Optional<int[]> runSideBySide(History history) {
    Polygraph graph = Construction.of(history, SERIAL, operation -> true, BUDGET);
    Optional<int[]> order =
        new SideBySideRuns(graph, GuessedOrders.of(history).get(0), BUDGET).order();
    // Runs leave out reads that are wrong by themselves.
    if (order.isPresent() && ListReads.faults(history, () -> {}).isEmpty()) {
      Question question = Question.of(IsolationLevel.SERIALIZABILITY);
      assertThat(WitnessVerifier.refute(history, question, Witness.serial(order.get()))).isEmpty();
    }
    return order;
  }

  private static ValueRuns.Result search(History history, long mostBytes) {
    Polygraph graph = Construction.of(history, SERIAL, operation -> true, BUDGET);
    return new ValueRuns(graph, BUDGET, mostBytes)
        .search(GuessedOrders.of(history).get(0), 1_000_000);
  }

  /** A serial run of few values; or one in which some reads are of nothing that was there. */
  private static String history(Random random, boolean isSerial) {
    int[] now = new int[2];
    StringBuilder text = new StringBuilder("init *=0\n");
    for (int i = 0; i < 16; i++) {
      text.append("s").append(random.nextInt(4)).append(":");
      for (int k = 0; k < 2; k++) {
        int key = random.nextInt(2);
        boolean writes = random.nextBoolean();
        now[key] = writes ? random.nextInt(3) : now[key];
        boolean isWrong = !isSerial && !writes && random.nextInt(4) == 0;
        int value = isWrong ? random.nextInt(3) : now[key];
        text.append(" %s(k%d,%d)".formatted(writes ? "w" : "r", key, value));
      }
      text.append("\n");
    }
    return text.toString();
  }
}
