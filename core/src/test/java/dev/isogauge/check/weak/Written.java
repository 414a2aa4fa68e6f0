package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.oracle.Tiny;
import dev.isogauge.order.SessionOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A hand-written history as the weak checkers see it, with nodes called by their names. */
record Written(WeakIndex index) {

  static Written of(String line) {
    return new Written(new WeakIndex(Tiny.parse(line).toHistory()));
  }

  static Budget ample() {
    return new Budget(Duration.ofDays(1), Long.MAX_VALUE);
  }

  static Budget expired() {
    return new Budget(Duration.ofSeconds(-1), Long.MAX_VALUE);
  }

  History history() {
    return index.history();
  }

  SessionOrder chains() {
    return index.chains();
  }

  String name(int node) {
    return node == WeakIndex.INITIAL
        ? "init"
        : history().transactionName(chains().transaction(node));
  }

  int node(String name) {
    for (int v = 0; v < index.nodeCount(); v++) {
      if (name(v).equals(name)) {
        return v;
      }
    }
    throw new IllegalArgumentException("no transaction " + name);
  }

  /** What is forced, repetitions included, such as {@code s1.1 < s2.1}; before init at the end. */
  List<String> forced(List<ForcedEdges> forced) {
    List<String> found = new ArrayList<>();
    for (ForcedEdges edges : forced) {
      for (long e = 0; e < edges.edges().size(); e++) {
        found.add(name(edges.edges().from(e)) + " < " + name(edges.edges().to(e)));
      }
    }
    for (ForcedEdges edges : forced) {
      edges.beforeInitial().forEach(node -> found.add(name(node) + " < init"));
    }
    return found;
  }

  /** Edges such as {@code s1.1 SESSION_ORDER s1.2}. */
  List<String> edges(List<Edge> edges) {
    return edges.stream()
        .map(
            edge ->
                history().transactionName(edge.from())
                    + " "
                    + edge.relation()
                    + " "
                    + history().transactionName(edge.to()))
        .toList();
  }

  List<String> forced(Saturation saturation) {
    return forced(saturation.saturate(index, ample()));
  }
}
