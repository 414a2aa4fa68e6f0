package dev.isogauge.check.weak;

import dev.isogauge.graph.EdgeList;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Orders that a level forces between nodes, collected by one thread. */
final class ForcedEdges {
  private final EdgeList edges = new EdgeList();
  private final IntArrayList beforeInitial = new IntArrayList();

  /** Forces {@code earlier} before {@code later}, which may be {@link WeakIndex#INITIAL}. */
  void add(int earlier, int later) {
    if (later == WeakIndex.INITIAL) {
      beforeInitial.add(earlier);
    } else {
      edges.add(earlier, later);
    }
  }

  EdgeList edges() {
    return edges;
  }

  /** Nodes that are forced before the initial transaction: each one is a contradiction. */
  IntArrayList beforeInitial() {
    return beforeInitial;
  }
}
