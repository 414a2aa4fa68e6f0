package dev.isogauge.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StrongComponentsTest {
  @Test
  void agreesWithReachability() {
    for (int seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int nodes = random.nextInt(12);
      EdgeList edges = new EdgeList();
      for (int e = random.nextInt(25); nodes > 0 && e > 0; e--) {
        edges.add(random.nextInt(nodes), random.nextInt(nodes));
      }
      boolean[][] reaches = closure(nodes, edges);
      StrongComponents components = StrongComponents.of(Digraph.of(nodes, List.of(edges)));

      for (int v = 0; v < nodes; v++) {
        boolean inCycle = false;
        for (int w = 0; w < nodes; w++) {
          boolean same = v == w || (reaches[v][w] && reaches[w][v]);
          inCycle |= same && v != w;
          assertThat(components.same(v, w)).as("seed %d: %d and %d", seed, v, w).isEqualTo(same);
          if (reaches[v][w] && !same) {
            assertThat(components.of(v)).as("seed %d", seed).isGreaterThan(components.of(w));
          }
        }
        assertThat(components.isInCycle(v)).as("seed %d: %d", seed, v).isEqualTo(inCycle);
      }
      assertNumbering(components, nodes);
    }
  }

  private static void assertNumbering(StrongComponents components, int nodes) {
    int[] used = new int[components.count()];
    for (int v = 0; v < nodes; v++) {
      used[components.of(v)]++;
    }
    assertThat(used).doesNotContain(0);
    assertThat(Arrays.stream(components.cyclic()).mapToInt(cycle -> cycle.length))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(used).filter(size -> size > 1).boxed().toList());
  }

  private static boolean[][] closure(int nodes, EdgeList edges) {
    boolean[][] reaches = new boolean[nodes][nodes];
    for (long e = 0; e < edges.size(); e++) {
      reaches[edges.from(e)][edges.to(e)] = true;
    }
    for (int middle = 0; middle < nodes; middle++) {
      for (int from = 0; from < nodes; from++) {
        for (int to = 0; to < nodes; to++) {
          reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
        }
      }
    }
    return reaches;
  }
}
