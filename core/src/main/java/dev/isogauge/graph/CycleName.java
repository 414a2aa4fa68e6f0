package dev.isogauge.graph;

import java.util.List;

/**
 * What a cycle of dependencies is called: the first of G0, G1c, G-single, G-nonadjacent and G2 that
 * fits; whether all its read-write edges are about items; and by the help of which order.
 */
public record CycleName(Shape shape, boolean items, Scope scope) {

  /** Which edges a cycle has. */
  public enum Shape {
    /** Only write-write edges. */
    G0,
    /** Write-write and write-read edges. */
    G1C,
    /** Exactly one read-write edge. */
    G_SINGLE,
    /** Several read-write edges, no two of them in a row. */
    G_NONADJACENT,
    /** Anything else. */
    G2
  }

  /** Which order beside the data takes part. */
  public enum Scope {
    DATA,
    SESSION,
    REAL_TIME
  }

  /** The name of a cycle of these edges, in order. */
  public static CycleName of(List<Dependency> cycle) {
    int readWrites = 0;
    boolean adjacent = false;
    boolean items = true;
    boolean writeRead = false;
    Scope scope = Scope.DATA;
    for (int i = 0; i < cycle.size(); i++) {
      Dependency kind = cycle.get(i);
      if (kind.isReadWrite()) {
        readWrites++;
        items &= kind == Dependency.READ_WRITE;
        adjacent |= cycle.get((i + 1) % cycle.size()).isReadWrite();
      }
      writeRead |= kind.isWriteRead();
      if (kind == Dependency.REAL_TIME) {
        scope = Scope.REAL_TIME;
      } else if (kind == Dependency.SESSION && scope == Scope.DATA) {
        scope = Scope.SESSION;
      }
    }
    Shape shape;
    if (readWrites == 0) {
      shape = writeRead ? Shape.G1C : Shape.G0;
    } else if (readWrites == 1) {
      shape = Shape.G_SINGLE;
    } else {
      shape = adjacent ? Shape.G2 : Shape.G_NONADJACENT;
    }
    return new CycleName(shape, items || readWrites == 0, scope);
  }
}
