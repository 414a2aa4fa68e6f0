package dev.isogauge.check.weak;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.order.SessionOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The commit order that a level forces: session order, reads-from and the forced edges. Asks
 * whether it is acyclic by a depth-first search against the edges, which needs no copy of session
 * order and reads-from: a node is finished after all its predecessors, so the order of finishing is
 * a commit order. O(n + edges), iterative.
 */
final class ForcedCommitOrder {
  private final WeakIndex index;
  private final SessionOrder chains;
  private final List<EdgeList> forced;

  ForcedCommitOrder(WeakIndex index, List<EdgeList> forced) {
    this.index = index;
    this.chains = index.chains();
    this.forced = forced;
  }

  /** What is forced, and the order of appends that lists show. */
  static List<EdgeList> edges(WeakIndex index, List<ForcedEdges> forced) {
    List<EdgeList> edges = new ArrayList<>(forced.stream().map(ForcedEdges::edges).toList());
    if (index.lists().isPresent()) {
      edges.add(index.listOrder());
    }
    return edges;
  }

  /** The nodes in an order that respects all edges, or nothing if there is a cycle. */
  Optional<int[]> sort(Budget budget) {
    int n = index.nodeCount();
    Digraph into = Digraph.reversed(n, forced);
    int[] order = new int[n];
    int finished = 0;
    // 0 unseen, 1 on the path, 2 finished.
    byte[] state = new byte[n];
    int[] path = new int[n];
    // The next predecessor to visit, counted over previous, extras, reads and forced edges.
    int[] cursor = new int[n];
    for (int root = 0; root < n; root++) {
      if (state[root] != 0) {
        continue;
      }
      int depth = 0;
      path[depth++] = root;
      state[root] = 1;
      while (depth > 0) {
        int v = path[depth - 1];
        int predecessor = nextPredecessor(v, cursor, state, into);
        if (predecessor == CYCLE) {
          return Optional.empty();
        }
        if (predecessor == History.NONE) {
          state[v] = 2;
          order[finished++] = v;
          depth--;
          if ((finished & 0xffff) == 0) {
            budget.checkTime();
          }
        } else {
          state[predecessor] = 1;
          path[depth++] = predecessor;
        }
      }
    }
    return Optional.of(order);
  }

  private static final int CYCLE = -2;

  /** The next unseen predecessor; finished ones are passed over, one on the path is a cycle. */
  private int nextPredecessor(int v, int[] cursor, byte[] state, Digraph into) {
    int reads = index.endRead(v) - index.firstRead(v);
    int extras = index.endExtra(v) - index.firstExtra(v);
    int edges = into.endEdge(v) - into.firstEdge(v);
    int end = 1 + extras + reads + edges;
    int at = cursor[v];
    while (at < end) {
      int u;
      if (at > extras + reads) {
        u = into.target(into.firstEdge(v) + at - 1 - extras - reads);
      } else if (at > extras) {
        u = index.readSource(index.firstRead(v) + at - 1 - extras);
      } else if (at > 0) {
        u = index.extra(index.firstExtra(v) + at - 1);
      } else {
        u = chains.hasPrevious(v) ? v - 1 : History.NONE;
      }
      at++;
      if (u >= 0 && state[u] != 2) {
        cursor[v] = at;
        return state[u] == 1 ? CYCLE : u;
      }
    }
    cursor[v] = at;
    return History.NONE;
  }

  /** The strongly connected components, for the search for cycles once there is one. */
  StrongComponents components() {
    List<EdgeList> all = new ArrayList<>(forced);
    all.add(observed(index));
    return StrongComponents.of(Digraph.of(index.nodeCount(), all));
  }

  /** Session order (neighbours only) and reads-from as edges. */
  static EdgeList observed(WeakIndex index) {
    EdgeList edges = new EdgeList();
    SessionOrder chains = index.chains();
    for (int v = 0; v < index.nodeCount(); v++) {
      if (chains.hasPrevious(v)) {
        edges.add(v - 1, v);
      }
      for (int e = index.firstExtra(v); e < index.endExtra(v); e++) {
        edges.add(index.extra(e), v);
      }
      for (int r = index.firstRead(v); r < index.endRead(v); r++) {
        if (index.readSource(r) >= 0) {
          edges.add(index.readSource(r), v);
        }
      }
    }
    return edges;
  }
}
