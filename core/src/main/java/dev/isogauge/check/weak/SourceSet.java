package dev.isogauge.check.weak;

/**
 * The transactions that one transaction reads from. A few are simply compared, which is faster than
 * a lookup in a table of all nodes; that serves when there are more.
 */
final class SourceSet {
  private static final int FEW = 16;

  private final int[] few = new int[FEW];

  /** By node: the reader that has it as a source, plus 1, once there are more than a few. */
  private final int[] readerOf;

  private int size;
  private int stamp;

  SourceSet(int nodes) {
    readerOf = new int[nodes];
  }

  /** Begins with a reader that has no sources yet. */
  void clear(int reader) {
    stamp = reader + 1;
    size = 0;
  }

  /** Adds a source; returns false if it was there. */
  boolean add(int source) {
    if (size < FEW) {
      for (int i = 0; i < size; i++) {
        if (few[i] == source) {
          return false;
        }
      }
      few[size++] = source;
      if (size == FEW) {
        for (int node : few) {
          readerOf[node] = stamp;
        }
      }
      return true;
    }
    boolean added = readerOf[source] != stamp;
    readerOf[source] = stamp;
    return added;
  }
}
