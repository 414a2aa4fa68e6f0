package dev.isogauge.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Paths against distances that are relaxed until nothing changes. */
class ShortestPathTest {
  private static final int FAR = 1000;

  @Test
  void pathsAreShortest() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int nodes = 1 + random.nextInt(8);
      EdgeList edges = new EdgeList();
      for (int i = random.nextInt(16); i > 0; i--) {
        edges.add(random.nextInt(nodes), random.nextInt(nodes));
      }
      Digraph graph = Digraph.of(nodes, List.of(edges));
      ShortestPath paths = new ShortestPath(nodes);
      for (int from = 0; from < nodes; from++) {
        int[] distances = distances(edges, nodes, from);
        for (int to = 0; to < nodes; to++) {
          Optional<int[]> path = paths.find(from, to, graph);
          assertThat(path.map(found -> found.length).orElse(FAR))
              .as("seed %d, %d to %d", seed, from, to)
              .isEqualTo(distances[to]);
          assertLeads(graph, path.orElse(new int[0]), from, to);
          assertThat(graph.behind(from)[to]).isEqualTo(to == from || distances[to] < FAR);
        }
      }
    }
  }

  private static void assertLeads(Digraph graph, int[] path, int from, int to) {
    int at = from;
    for (int edge : path) {
      assertThat(edge).isBetween(graph.firstEdge(at), graph.endEdge(at) - 1);
      at = graph.target(edge);
    }
    assertThat(path.length == 0 || at == to).isTrue();
  }

  /** From a node to itself it is the shortest cycle. */
  private static int[] distances(EdgeList edges, int nodes, int from) {
    int[] distances = new int[nodes];
    Arrays.fill(distances, FAR);
    for (int round = 0; round <= nodes; round++) {
      for (long e = 0; e < edges.size(); e++) {
        int before = edges.from(e) == from ? 0 : distances[edges.from(e)];
        distances[edges.to(e)] = Math.min(distances[edges.to(e)], Math.min(FAR, before + 1));
      }
    }
    return distances;
  }
}
