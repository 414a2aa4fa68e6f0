package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;

/**
 * Edges between nodes that hold whatever is chosen, each with its kind and the operation behind.
 */
final class KnownEdges {
  private final IntArrayList from = new IntArrayList();
  private final IntArrayList to = new IntArrayList();
  private final IntArrayList note = new IntArrayList();
  private final IntArrayList kind = new IntArrayList();

  void add(int source, int target, Relation why, int operation) {
    add(source, target, why.ordinal(), operation);
  }

  /** Joins two nodes of one transaction, or two successive stretches of time. */
  void addLink(int source, int target) {
    add(source, target, NONE, NONE);
  }

  private void add(int source, int target, int why, int operation) {
    if (source != target) {
      from.add(source);
      to.add(target);
      note.add(operation);
      kind.add(why);
    }
  }

  int size() {
    return from.size();
  }

  int from(int edge) {
    return from.getInt(edge);
  }

  int to(int edge) {
    return to.getInt(edge);
  }

  /**
   * The read of a wr or rw edge, the later write of a ww edge; {@code NONE} where there is none.
   */
  int note(int edge) {
    return note.getInt(edge);
  }

  boolean isLink(int edge) {
    return kind.getInt(edge) == NONE;
  }

  boolean is(int edge, Relation relation) {
    return kind.getInt(edge) == relation.ordinal();
  }

  EdgeList list() {
    EdgeList list = new EdgeList();
    for (int e = 0; e < size(); e++) {
      list.add(from(e), to(e));
    }
    return list;
  }

  /** All edges as a digraph. */
  Digraph digraph(int nodeCount) {
    return Digraph.of(nodeCount, List.of(list()));
  }
}
