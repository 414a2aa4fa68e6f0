package dev.isogauge.check.order;

import dev.isogauge.check.SessionLines;
import dev.isogauge.graph.Dependency;
import dev.isogauge.graph.DependencyGraph;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.Arrays;

/**
 * Makes the dependency graph of a history whose order of versions is known. Transactions are nodes
 * by their numbers. The note of an edge is an operation: of wr and rw edges the read, of ww edges
 * the later write.
 *
 * <p>Where a writer overwrites what it read itself, a ww edge would double the wr edge and is left
 * out: reads that go round in a circle are then called so, and not a circle of writes (G0).
 *
 * <p>Only the next version's writer gets an rw edge: the later ones are reached from there by ww
 * edges, with no further rw edge. Real time takes a chain of nodes, one for each begin, so that the
 * graph stays linear.
 */
final class Dependencies {
  private static final int NO_NOTE = -1;

  private final History history;
  private final Versions versions;
  private final DependencyGraph.Builder graph;

  /** By key: the writers that come after its last ordered version; null where there are none. */
  private final UnorderedWriters[] overwriting;

  private Dependencies(History history, Versions versions) {
    this.history = history;
    this.versions = versions;
    this.graph = new DependencyGraph.Builder(history.transactionCount());
    this.overwriting = new UnorderedWriters[history.keyCount()];
  }

  /** Roughly the memory that the graph of a history takes while it is made. */
  static long bytes(History history) {
    return 26L * (2L * history.operationCount() + 4L * history.transactionCount());
  }

  static DependencyGraph of(
      History history, Versions versions, boolean sessions, boolean realTime) {
    Dependencies dependencies = new Dependencies(history, versions);
    dependencies.addUnordered();
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)) {
        dependencies.addOperations(t);
      }
    }
    if (sessions) {
      dependencies.addSessions();
    }
    if (realTime) {
      dependencies.addRealTime();
    }
    return dependencies.graph.build();
  }

  private void addUnordered() {
    for (int key = 0; key < history.keyCount(); key++) {
      int[] writes = versions.unordered(key);
      if (writes.length > 0) {
        int[] writers = Arrays.stream(writes).map(history::transactionOf).toArray();
        overwriting[key] = new UnorderedWriters(graph, Dependency.READ_WRITE, writers);
        int tail = versions.tail(key);
        if (tail != History.INITIAL) {
          new UnorderedWriters(graph, Dependency.WRITE_WRITE, writers)
              .addBefore(history.transactionOf(tail), tail);
        }
      }
    }
  }

  private void addOperations(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      int key = history.keyOf(i);
      if (history.isWrite(i)) {
        int later = versions.after(key, i);
        if (later != Versions.NONE && !versions.followReads()) {
          graph.add(t, history.transactionOf(later), Dependency.WRITE_WRITE, later);
        }
      } else if (versions.seen(i) != Versions.LEFT_OUT) {
        addRead(t, i, key, versions.seen(i));
      }
    }
  }

  private void addRead(int t, int read, int key, int version) {
    if (version != History.INITIAL) {
      graph.add(history.transactionOf(version), t, Dependency.WRITE_READ, read);
    }
    int later = versions.after(key, version);
    if (later != Versions.NONE) {
      graph.add(t, history.transactionOf(later), Dependency.READ_WRITE, read);
    } else if (overwriting[key] != null && version == versions.tail(key)) {
      overwriting[key].addBefore(t, read);
    }
  }

  private void addSessions() {
    SessionLines lines = new SessionLines(history);
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)) {
        for (int predecessor : lines.predecessors(t)) {
          graph.add(predecessor, t, Dependency.SESSION, NO_NOTE);
        }
      }
    }
  }

  /** A transaction that ended comes before everything that began later. */
  private void addRealTime() {
    int count = history.transactionCount();
    long[] begins = new long[count];
    int size = 0;
    Integer[] byBegin = new Integer[count];
    for (int t = 0; t < count; t++) {
      if (history.counts(t) && history.beginTime(t) != RawBlock.NO_TIME) {
        byBegin[size++] = t;
      }
    }
    Arrays.sort(
        byBegin, 0, size, (a, b) -> Long.compare(history.beginTime(a), history.beginTime(b)));
    int first = size == 0 ? Versions.NONE : graph.addNode(Dependency.REAL_TIME);
    for (int i = 0; i < size; i++) {
      begins[i] = history.beginTime(byBegin[i]);
      if (i > 0) {
        graph.add(first + i - 1, graph.addNode(Dependency.REAL_TIME), Dependency.LINK, NO_NOTE);
      }
      graph.add(first + i, byBegin[i], Dependency.LINK, NO_NOTE);
    }
    for (int t = 0; t < count; t++) {
      if (history.counts(t)
          && history.outcome(t) == Outcome.COMMITTED
          && history.endTime(t) != RawBlock.NO_TIME) {
        int next = firstAfter(begins, size, history.endTime(t));
        if (next < size) {
          graph.add(t, first + next, Dependency.REAL_TIME, NO_NOTE);
        }
      }
    }
  }

  private static int firstAfter(long[] begins, int size, long end) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (begins[middle] > end) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
