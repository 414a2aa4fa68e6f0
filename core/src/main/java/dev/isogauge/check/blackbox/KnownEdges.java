package dev.isogauge.check.blackbox;

import dev.isogauge.graph.Dependency;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Edges between nodes that hold whatever is chosen, each with its kind and the operation behind.
 */
final class KnownEdges {
  private static final Dependency[] KINDS = Dependency.values();

  private final IntArrayList from = new IntArrayList();
  private final IntArrayList to = new IntArrayList();
  private final IntArrayList note = new IntArrayList();
  private final IntArrayList kind = new IntArrayList();

  void add(int source, int target, Dependency why, int operation) {
    if (source != target) {
      from.add(source);
      to.add(target);
      note.add(operation);
      kind.add(why.ordinal());
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

  /** The read of a wr or rw edge, the later write of a ww edge; -1 where there is none. */
  int note(int edge) {
    return note.getInt(edge);
  }

  Dependency kind(int edge) {
    return KINDS[kind.getInt(edge)];
  }
}
