package dev.isogauge.versions;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Relation;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Dependencies that come from predicate reads, each with the write that changes the matches. */
public final class PredicateEdges {
  // One entry an edge.
  private final IntArrayList readers = new IntArrayList();
  private final IntArrayList writers = new IntArrayList();
  private final IntArrayList predicates = new IntArrayList();
  private final IntArrayList writes = new IntArrayList();

  /** Two bits an edge: whether the writer comes first, and whether its version matches. */
  private final IntArrayList flags = new IntArrayList();

  private static final int WRITER_FIRST = 1;
  private static final int MATCHES = 2;

  /**
   * Adds an edge between two transactions.
   *
   * @param writerFirst whether the predicate read depends on the write; else the write comes later
   * @param matches whether what was written matches
   */
  public void add(
      int reader, int writer, int predicate, int write, boolean writerFirst, boolean matches) {
    readers.add(reader);
    writers.add(writer);
    predicates.add(predicate);
    writes.add(write);
    flags.add((writerFirst ? WRITER_FIRST : 0) | (matches ? MATCHES : 0));
  }

  public int count() {
    return readers.size();
  }

  public int from(int edge) {
    return isWriterFirst(edge) ? writers.getInt(edge) : readers.getInt(edge);
  }

  public int to(int edge) {
    return isWriterFirst(edge) ? readers.getInt(edge) : writers.getInt(edge);
  }

  public Relation kind(int edge) {
    return isWriterFirst(edge) ? Relation.PREDICATE_READS_FROM : Relation.PREDICATE_OVERWRITTEN;
  }

  private boolean isWriterFirst(int edge) {
    return (flags.getInt(edge) & WRITER_FIRST) != 0;
  }

  /** The edge with what explains it. */
  public Edge justified(int edge) {
    boolean matches = (flags.getInt(edge) & MATCHES) != 0;
    int predicate = predicates.getInt(edge);
    int write = writes.getInt(edge);
    Justification why =
        isWriterFirst(edge)
            ? Justification.predicate(Relation.PREDICATE_READS_FROM, predicate, write, matches)
            : Justification.predicate(Relation.PREDICATE_OVERWRITTEN, predicate, write, matches);
    return new Edge(from(edge), to(edge), why);
  }
}
