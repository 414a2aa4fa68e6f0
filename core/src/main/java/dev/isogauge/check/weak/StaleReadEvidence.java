package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.search.Visibility;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the evidence of a stale read that {@link Patterns} found. */
final class StaleReadEvidence {
  private final WeakIndex index;
  private final SessionOrder chains;
  private final History history;
  private final UnrelatedOrders orders;
  private final WeakEvidence evidence;
  private final OrderGraph graph;
  private final Budget budget;
  private final Map<Visibility, PathFinder> paths = new EnumMap<>(Visibility.class);

  StaleReadEvidence(
      WeakIndex index,
      UnrelatedOrders orders,
      WeakEvidence evidence,
      OrderGraph graph,
      Budget budget) {
    this.index = index;
    this.chains = index.chains();
    this.history = index.history();
    this.orders = orders;
    this.evidence = evidence;
    this.graph = graph;
    this.budget = budget;
  }

  /** The anomaly of a row for nodes t1, t2 and t3. */
  Anomaly of(AnomalyKind kind, Visibility row, int x, int t1, int t2, int t3) {
    int seen =
        row == Visibility.READ_COMMITTED ? evidence.firstRead(t2, t3, key -> true) : History.NONE;
    return Anomaly.ofStaleRead(
        kind,
        history,
        readAfter(seen, t1, t3, x),
        t1 == WeakIndex.INITIAL ? History.INITIAL : chains.transaction(t1),
        evidence.finalWrite(t2, x),
        firstBeforeSecond(row, x, t1, t2),
        secondVisibleToThird(row, x, t2, t3));
  }

  private List<Edge> secondVisibleToThird(Visibility row, int x, int t2, int t3) {
    if (row == Visibility.READ_COMMITTED) {
      return evidence.anyRead(t2, t3);
    }
    if (row == Visibility.READ_ATOMIC) {
      Optional<Edge> read = evidence.readsFrom(t2, t3, key -> key != x);
      return List.of(read.orElseGet(() -> evidence.sessionOrder(t2, t3)));
    }
    return evidence.happensBefore(t2, t3);
  }

  private List<Edge> firstBeforeSecond(Visibility row, int x, int t1, int t2) {
    List<Edge> path = evidence.happensBefore(t1, t2);
    if (path.isEmpty()) {
      path = evidence.overwrites(x, t1, t2);
    }
    if (!path.isEmpty()) {
      return path;
    }
    PathFinder finder =
        paths.computeIfAbsent(
            row, r -> PathFinder.fewestForced(graph.withForced(orders.forced(r)), budget));
    PathFinder.Path found = finder.find(t1, t2, node -> orders.inOneCycle(row, t1, node));
    return evidence.edges(found.nodes(), row);
  }

  /** The first read of x from t1 after an operation. */
  private int readAfter(int operation, int t1, int t3, int x) {
    int t = chains.transaction(t3);
    int i = Math.max(operation + 1, history.firstOperation(t));
    while (!(index.isRead(i) && history.keyOf(i) == x && index.sourceOf(i) == t1)) {
      i++;
    }
    return i;
  }
}
