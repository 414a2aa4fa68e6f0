package dev.isogauge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.solver.AcyclicSolver;
import dev.isogauge.solver.ConflictDrivenSolver;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Both ways of solving give the same answers, also when more is added between questions. */
class LazyCycleSolverTest {
  @Test
  void agreesWithOurs() {
    int satisfied = 0;
    for (long seed = 0; seed < 500; seed++) {
      satisfied += agree(new Random(seed), "seed " + seed);
    }
    assertThat(satisfied).isBetween(100, 1_900);
  }

  private static int agree(Random random, String what) {
    int nodes = 2 + random.nextInt(10);
    int[] order = IntStream.range(0, nodes).toArray();
    AcyclicSolver[] solvers = {new ConflictDrivenSolver(order), new LazyCycleSolver(order)};
    int variables = 1 + random.nextInt(12);
    for (int v = 0; v < variables; v++) {
      for (AcyclicSolver solver : solvers) {
        assertThat(solver.newLiteral(false)).isEqualTo(2 * v);
      }
    }
    int satisfied = 0;
    for (int round = 0; round < 4; round++) {
      for (int i = random.nextInt(6); i > 0; i--) {
        int[] clause =
            random
                .ints(1 + random.nextInt(3), 0, variables)
                .distinct()
                .map(v -> 2 * v + random.nextInt(2))
                .toArray();
        for (AcyclicSolver solver : solvers) {
          solver.addClause(clause.clone());
        }
      }
      for (int i = random.nextInt(8); i > 0; i--) {
        int from = random.nextInt(nodes - 1);
        int to = from + 1 + random.nextInt(nodes - from - 1);
        boolean always = random.nextInt(8) == 0;
        int literal = always ? AcyclicSolver.ALWAYS : random.nextInt(2 * variables);
        boolean turned = !always && random.nextBoolean();
        for (AcyclicSolver solver : solvers) {
          solver.addEdge(literal, turned ? to : from, turned ? from : to);
        }
      }
      boolean expected = solvers[0].solve(() -> {});
      assertThat(solvers[1].solve(() -> {})).as(what).isEqualTo(expected);
      if (!expected) {
        return satisfied;
      }
      satisfied++;
    }
    return satisfied;
  }
}
