package dev.isogauge.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.property.TestSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The solver agrees with trying all values, also when more is added between questions. */
class ConflictDrivenSolverTest {
  private static final int RUNS = TestSize.pick(4_000, 100_000);

  private record Brought(int literal, int from, int to) {}

  @Test
  void agreesWithTryingAllValues() {
    int satisfied = 0;
    int asked = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      int nodes = 2 + random.nextInt(8);
      int variables = 1 + random.nextInt(10);
      AcyclicSolver solver = new ConflictDrivenSolver(IntStream.range(0, nodes).toArray());
      for (int v = 0; v < variables; v++) {
        assertThat(solver.newLiteral(random.nextBoolean())).isEqualTo(2 * v);
      }
      List<int[]> clauses = new ArrayList<>();
      List<Brought> edges = new ArrayList<>();
      for (int round = 0; round < 4; round++) {
        grow(random, nodes, variables, solver, clauses, edges);
        boolean expected = isSatisfiable(nodes, variables, clauses, edges);
        assertThat(solver.solve(() -> {})).as("seed " + seed).isEqualTo(expected);
        asked++;
        if (!expected) {
          break;
        }
        satisfied++;
        int values = 0;
        for (int v = 0; v < variables; v++) {
          assertThat(solver.isTrue(2 * v)).isNotEqualTo(solver.isTrue(2 * v + 1));
          values |= solver.isTrue(2 * v) ? 1 << v : 0;
        }
        assertThat(holds(nodes, values, clauses, edges)).as("seed " + seed).isTrue();
      }
    }
    assertThat(satisfied).isBetween(asked / 5, asked - asked / 20);
  }

  private static void grow(
      Random random,
      int nodes,
      int variables,
      AcyclicSolver solver,
      List<int[]> clauses,
      List<Brought> edges) {
    for (int i = random.nextInt(6); i > 0; i--) {
      int[] clause =
          IntStream.range(0, 1 + random.nextInt(4) + random.nextInt(2))
              .map(unused -> random.nextInt(2 * variables))
              .distinct()
              .toArray();
      boolean trivial = Arrays.stream(clause).anyMatch(l -> contains(clause, AcyclicSolver.not(l)));
      if (!trivial) {
        clauses.add(clause);
        solver.addClause(clause);
      }
    }
    for (int i = random.nextInt(8); i > 0; i--) {
      int from = random.nextInt(nodes);
      int to = random.nextInt(nodes);
      boolean always = random.nextInt(8) == 0 && from < to;
      int literal = always ? AcyclicSolver.ALWAYS : random.nextInt(2 * variables);
      if (from != to) {
        edges.add(new Brought(literal, from, to));
        solver.addEdge(literal, from, to);
      }
    }
  }

  private static boolean contains(int[] clause, int literal) {
    return Arrays.stream(clause).anyMatch(l -> l == literal);
  }

  private static boolean isSatisfiable(
      int nodes, int variables, List<int[]> clauses, List<Brought> edges) {
    return IntStream.range(0, 1 << variables)
        .anyMatch(values -> holds(nodes, values, clauses, edges));
  }

  private static boolean holds(int nodes, int values, List<int[]> clauses, List<Brought> edges) {
    if (!clauses.stream().allMatch(c -> Arrays.stream(c).anyMatch(l -> isTrue(values, l)))) {
      return false;
    }
    boolean[][] reaches = new boolean[nodes][nodes];
    for (Brought edge : edges) {
      if (edge.literal() == AcyclicSolver.ALWAYS || isTrue(values, edge.literal())) {
        reaches[edge.from()][edge.to()] = true;
      }
    }
    for (int k = 0; k < nodes; k++) {
      for (int i = 0; i < nodes; i++) {
        for (int j = 0; j < nodes; j++) {
          reaches[i][j] |= reaches[i][k] && reaches[k][j];
        }
      }
    }
    return IntStream.range(0, nodes).noneMatch(v -> reaches[v][v]);
  }

  private static boolean isTrue(int values, int literal) {
    return (values >> (literal >> 1) & 1) == 1 - (literal & 1);
  }

  /** Pigeons that do not fit into their holes take many conflicts, restarts and forgetting. */
  @Test
  void refutesWhatNeedsALongSearch() {
    int holes = TestSize.pick(7, 8);
    AcyclicSolver solver = new ConflictDrivenSolver(new int[] {0});
    int[][] sits = new int[holes + 1][holes];
    for (int[] pigeon : sits) {
      for (int h = 0; h < holes; h++) {
        pigeon[h] = solver.newLiteral(false);
      }
      solver.addClause(pigeon);
    }
    for (int h = 0; h < holes; h++) {
      for (int p = 0; p <= holes; p++) {
        for (int q = 0; q < p; q++) {
          solver.addClause(AcyclicSolver.not(sits[p][h]), AcyclicSolver.not(sits[q][h]));
        }
      }
    }
    assertThat(solver.solve(() -> {})).isFalse();
  }

  /** A tournament has an order of its nodes; all edges of a forced cycle cannot hold. */
  @Test
  void ordersManyNodes() {
    int nodes = 60;
    AcyclicSolver solver = new ConflictDrivenSolver(IntStream.range(0, nodes).toArray());
    Random random = new Random(1);
    int[][] before = new int[nodes][nodes];
    for (int a = 0; a < nodes; a++) {
      for (int b = a + 1; b < nodes; b++) {
        before[a][b] = solver.newLiteral(random.nextBoolean());
        before[b][a] = AcyclicSolver.not(before[a][b]);
        solver.addEdge(before[a][b], a, b);
        solver.addEdge(before[b][a], b, a);
      }
    }
    assertThat(solver.solve(() -> {})).isTrue();
    for (int a = 0; a + 1 < nodes; a++) {
      solver.addClause(before[a][a + 1]);
    }
    assertThat(solver.solve(() -> {})).isTrue();
    assertThat(solver.isTrue(before[0][nodes - 1])).isTrue();
    solver.addClause(before[nodes - 1][0]);
    assertThat(solver.solve(() -> {})).isFalse();
  }
}
