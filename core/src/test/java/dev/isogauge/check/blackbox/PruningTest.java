package dev.isogauge.check.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.checker.Budget;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Pruning infers all that its rules say, and nothing else: a matrix and plain loops agree. */
class PruningTest {
  private static final Budget BUDGET = new Budget(Duration.ofDays(1), Long.MAX_VALUE);

  @Test
  void smallHistories() throws IOException {
    int contradictions = 0;
    int runs = TestSize.pick(600, 20_000);
    for (long seed = 0; seed < runs; seed++) {
      Random random = new Random(seed);
      contradictions += agrees(random, 5 + random.nextInt(30)) ? 0 : 1;
    }
    assertThat(contradictions).isBetween(runs / 20, runs - runs / 20);
  }

  /** So many transactions without session order that a bit for each pair takes less than chains. */
  @Test
  void manyLines() throws IOException {
    for (long seed = 0; seed < TestSize.pick(6, 60); seed++) {
      agrees(new Random(seed), 250);
    }
  }

  private static boolean agrees(Random random, int count) throws IOException {
    String text = RunTheoryTest.history(random, count);
    History history = IsogaugeText.parse(text);
    IsolationLevel level =
        random.nextBoolean() ? IsolationLevel.SERIALIZABILITY : IsolationLevel.SNAPSHOT_ISOLATION;
    boolean sessions = count < 100 && random.nextInt(3) > 0;
    Constraints constraints = new Constraints(level, sessions, true);
    Polygraph expected = Construction.of(history, constraints, operation -> true, BUDGET);
    NaivePruning naive = new NaivePruning(expected);
    boolean open = naive.run();
    Polygraph graph = Construction.of(history, constraints, operation -> true, BUDGET);
    assertThat(new Pruning(graph, BUDGET).run()).as(constraints + "\n" + text).isEqualTo(open);
    if (open) {
      for (int f = 0; f < graph.count(); f++) {
        assertThat(graph.candidateCount(f)).as(text).isEqualTo(expected.candidateCount(f));
      }
      assertThat(new NaivePruning(graph).reach()).as(text).isEqualTo(naive.reach());
    }
    return open;
  }
}
