package dev.isogauge.check.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.checker.Budget;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Histories too large for trying all runs: with and without pruning the answer is the same. */
class RunTheoryTest {
  private static final Budget BUDGET = new Budget(Duration.ofDays(1), Long.MAX_VALUE);

  @Test
  void pruningChangesNoAnswer() throws IOException {
    int runs = TestSize.pick(1_500, 30_000);
    int satisfied = 0;
    int searched = 0;
    for (long seed = 0; seed < runs; seed++) {
      Random random = new Random(seed);
      String text = history(random, 5 + random.nextInt(26));
      History history = IsogaugeText.parse(text);
      IsolationLevel level =
          random.nextBoolean() ? IsolationLevel.SERIALIZABILITY : IsolationLevel.SNAPSHOT_ISOLATION;
      Constraints constraints = new Constraints(level, random.nextInt(3) > 0, true);
      Polygraph pruned = Construction.of(history, constraints, operation -> true, BUDGET);
      boolean expected =
          new Pruning(pruned, BUDGET).run() && new RunTheory(pruned, BUDGET).order().isPresent();
      Polygraph open = Construction.of(history, constraints, operation -> true, BUDGET);
      boolean acyclic = StrongComponents.of(open.edges.digraph(open.nodeCount)).isAcyclic();
      RunTheory theory = new RunTheory(open, BUDGET);
      boolean found = acyclic && theory.order().isPresent();
      assertThat(found).as(constraints + "\n" + text).isEqualTo(expected);
      satisfied += found ? 1 : 0;
      searched += theory.choices().rounds() > 1 ? 1 : 0;
    }
    assertThat(satisfied).isBetween(runs / 10, runs - runs / 10);
    assertThat(searched).isGreaterThan(runs / 3);
  }

  /** What is told when time is over: the stage, and nothing that was not counted yet. */
  @Test
  void progressIsToldByItsStage() throws IOException {
    Constraints constraints = new Constraints(IsolationLevel.SERIALIZABILITY, true, true);
    Polygraph easy =
        Construction.of(
            IsogaugeText.parse("s1: w(x,1) | s2: w(x,2) | s3: r(x,1)"),
            constraints,
            i -> true,
            BUDGET);
    Pruning pruning = new Pruning(easy, BUDGET);
    assertThat(pruning.progress())
        .isEqualTo("pruning was at 0%, with up to 1 pairs of writers to order");
    assertThat(pruning.run()).isTrue();
    assertThat(pruning.progress()).isEqualTo("pruning was done");
    RunTheory theory = new RunTheory(easy, BUDGET);
    assertThat(theory.choices().progress()).isEqualTo("the search for an order had not begun");
    assertThat(theory.order()).isPresent();
    assertThat(theory.choices().progress())
        .isEqualTo("the search was at its first order, and nothing was left to the solver yet");
    Polygraph hard =
        Construction.of(
            IsogaugeText.parse(history(new Random(1), 30)), constraints, operation -> true, BUDGET);
    RunTheory search = new RunTheory(hard, BUDGET);
    search.order();
    assertThat(search.choices().progress())
        .matches("the search was at order \\d+, and [1-9]\\d* choices were left to the solver");
  }

  /** Blind writes, and reads of what an interleaved run on snapshots would show, or nearly. */
  static String history(Random random, int count) {
    int keys = 2 + random.nextInt(4);
    int sessions = 2 + random.nextInt(4);
    int values = random.nextBoolean() ? Integer.MAX_VALUE : 2 + random.nextInt(4);
    int noise = 3 + random.nextInt(40);
    List<int[]> states = new ArrayList<>(List.of(new int[keys]));
    StringBuilder text = new StringBuilder("init *=0\n");
    int fresh = 1;
    for (int t = 0; t < count; t++) {
      int back = random.nextInt(noise) == 0 ? 1 + random.nextInt(3) : 0;
      int[] seen = states.get(Math.max(0, states.size() - 1 - back)).clone();
      int[] after = states.get(states.size() - 1).clone();
      text.append("s").append(random.nextInt(sessions)).append(":");
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        int key = random.nextInt(keys);
        if (random.nextBoolean()) {
          text.append(" r(k").append(key).append(",").append(seen[key]).append(")");
        } else {
          int value = values == Integer.MAX_VALUE ? fresh++ : 1 + random.nextInt(values);
          seen[key] = value;
          after[key] = value;
          text.append(" w(k").append(key).append(",").append(value).append(")");
        }
      }
      states.add(after);
      text.append("\n");
    }
    return text.toString();
  }
}
