package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.order.RealTimeOrder;
import dev.isogauge.search.Argument;
import dev.isogauge.search.OrderClaims;
import dev.isogauge.search.Visibility;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What follows about the transactions of a polygraph: also from real time and known versions. */
final class RunClaims extends OrderClaims {
  private final Polygraph graph;
  private final Constraints constraints;
  private final Budget budget;

  private RunClaims(Polygraph graph, Constraints constraints, Budget budget) {
    super(
        graph,
        transaction -> graph.snapshots ? Visibility.SNAPSHOT : Visibility.SERIAL,
        members(graph),
        budget);
    this.graph = graph;
    this.constraints = constraints;
    this.budget = budget;
  }

  private static int[] members(Polygraph graph) {
    IntOpenHashSet members = new IntOpenHashSet();
    IntStream.range(0, graph.versionCount()).map(graph::writer).forEach(members::add);
    IntStream.range(0, graph.count()).map(graph::reader).forEach(members::add);
    if (members.isEmpty()) {
      // Not what was read or written, but sessions and clocks contradict each other.
      members.addAll(new CyclicEdges(graph).transactions());
    }
    int[] transactions = members.toIntArray();
    Arrays.sort(transactions);
    return transactions;
  }

  /** Why no run explains a polygraph. */
  static Refutation refute(Polygraph graph, Constraints constraints, Budget budget) {
    Optional<Refutation.Shortage> shortage = Shortages.find(graph);
    if (shortage.isPresent()) {
      return shortage.get();
    }
    try {
      return Argument.refute(new RunClaims(graph, constraints, budget), budget);
    } catch (BudgetExceededException e) {
      return new Refutation.TooManyCases();
    }
  }

  @Override
  protected void addKnown() {
    boolean[][] follows = sessionOrder();
    for (int i = 0; i < transactions.length; i++) {
      budget.checkTime();
      for (int j = 0; j < transactions.length; j++) {
        int a = transactions[i];
        int b = transactions[j];
        if (follows[i][j]) {
          claims.addBefore(new Edge(a, b, Justification.sessionOrder()));
        }
        if (RealTimeOrder.isBefore(history, constraints.realTime(), a, b)) {
          claims.addBefore(new Edge(a, b, Justification.realTime()));
        }
      }
    }
    for (int e = 0; e < graph.edges.size(); e++) {
      budget.checkTime();
      if (graph.edges.is(e, Relation.OVERWRITES)) {
        claims.addBefore(
            new Edge(
                graph.transactionOf(graph.edges.from(e)),
                graph.transactionOf(graph.edges.to(e)),
                Justification.overwrites(graph.edges.note(e))));
      }
    }
  }

  /** By indexes of transactions: whether session order leads from one to the other. */
  private boolean[][] sessionOrder() {
    boolean[][] follows = new boolean[transactions.length][transactions.length];
    EdgeList sessions = new EdgeList();
    for (int e = 0; e < graph.edges.size(); e++) {
      if (graph.edges.is(e, Relation.SESSION_ORDER)) {
        sessions.add(
            graph.transactionOf(graph.edges.from(e)), graph.transactionOf(graph.edges.to(e)));
      }
    }
    Digraph after = Digraph.of(graph.transactionCount(), List.of(sessions));
    for (int i = 0; i < transactions.length; i++) {
      boolean[] reached = after.behind(transactions[i]);
      for (int j = 0; j < transactions.length; j++) {
        follows[i][j] = j != i && reached[transactions[j]];
      }
    }
    return follows;
  }
}
