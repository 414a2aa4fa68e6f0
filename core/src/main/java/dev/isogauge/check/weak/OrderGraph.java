package dev.isogauge.check.weak;

import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.order.SessionOrder;
import java.util.List;

/**
 * Session order, reads-from and forced edges, to be walked forwards in search of evidence. Session
 * order is implicit: a node's successor in its chain is the next node.
 */
final class OrderGraph {
  private final SessionOrder chains;
  private final Digraph readers;
  private final Digraph extras;
  private final Digraph forced;

  private OrderGraph(SessionOrder chains, Digraph readers, Digraph extras, Digraph forced) {
    this.chains = chains;
    this.readers = readers;
    this.extras = extras;
    this.forced = forced;
  }

  static OrderGraph of(WeakIndex index, List<EdgeList> forced) {
    EdgeList reads = new EdgeList();
    EdgeList extras = new EdgeList();
    for (int v = 0; v < index.nodeCount(); v++) {
      for (int r = index.firstRead(v); r < index.endRead(v); r++) {
        if (index.readSource(r) >= 0) {
          reads.add(index.readSource(r), v);
        }
      }
      int bySession = index.chains().endExtra(v) - index.chains().firstExtra(v);
      for (int e = index.firstExtra(v); e < index.endExtra(v); e++) {
        EdgeList edges = e - index.firstExtra(v) < bySession ? extras : reads;
        edges.add(index.extra(e), v);
      }
    }
    int n = index.nodeCount();
    return new OrderGraph(
        index.chains(),
        Digraph.of(n, List.of(reads)),
        Digraph.of(n, List.of(extras)),
        Digraph.of(n, forced));
  }

  /** The same session order and reads-from with other forced edges. */
  OrderGraph withForced(EdgeList edges) {
    return new OrderGraph(chains, readers, extras, Digraph.of(readers.nodeCount(), List.of(edges)));
  }

  boolean hasNext(int node) {
    return node + 1 < chains.nodeCount() && chains.chain(node + 1) == chains.chain(node);
  }

  /** Transactions that read from a node, or for which it happens before as its element is shown. */
  Digraph readers() {
    return readers;
  }

  /** Session successors in other chains. */
  Digraph extras() {
    return extras;
  }

  Digraph forced() {
    return forced;
  }
}
