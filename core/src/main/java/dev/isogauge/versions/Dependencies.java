package dev.isogauge.versions;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.graph.DependencyGraph;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.order.RealTimeOrder;
import dev.isogauge.order.SessionOrder;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.List;

/**
 * Makes the dependency graph of a history whose order of versions is known. Transactions are nodes
 * by their numbers. The note of an edge is an operation: of wr and rw edges the read, of ww edges
 * the later write; of predicate edges it is their number among {@link PredicateEdges}.
 *
 * <p>Where a writer overwrites what it read itself, a ww edge would double the wr edge and is left
 * out: reads that go round in a circle are then called so, and not a circle of writes (G0).
 *
 * <p>Only the next version's writer gets an rw edge: the later ones are reached from there by ww
 * edges, with no further rw edge. Real time takes a chain of nodes ({@link RealTimeOrder}), so that
 * the graph stays linear.
 */
public final class Dependencies {
  private final History history;
  private final Versions versions;
  private final DependencyGraph.Builder graph;

  /** By key: the writers that come after its last ordered version; null where there are none. */
  private final UnorderedWriters[] overwriting;

  /** In a partial order, by the place of a version: those that are known to overwrite it. */
  private Digraph overwriters;

  /** The same as nodes of the graph, where there are several and the version was read. */
  private final Int2ObjectOpenHashMap<UnorderedWriters> setsOfOverwriters =
      new Int2ObjectOpenHashMap<>();

  private Dependencies(History history, Versions versions) {
    this.history = history;
    this.versions = versions;
    this.graph = new DependencyGraph.Builder(history.transactionCount());
    this.overwriting = new UnorderedWriters[history.keyCount()];
  }

  /** Roughly the memory that the graph of a history takes while it is made. */
  public static long bytes(History history) {
    return 26L * (2L * history.operationCount() + 4L * history.transactionCount());
  }

  public static DependencyGraph of(
      History history, Versions versions, boolean sessions, RealTimeOrder.Pairs realTime) {
    Dependencies dependencies = new Dependencies(history, versions);
    dependencies.addUnordered();
    if (versions.isPartial()) {
      dependencies.addPartialOrder();
    }
    SessionRounds.forEach(history, dependencies::addOperations);
    dependencies.addPredicates();
    if (sessions) {
      dependencies.addSessions();
    }
    RealTimeOrder.forEachEdge(history, realTime, history::counts, dependencies.realTimeEdges());
    return dependencies.graph.build();
  }

  private void addUnordered() {
    for (int key = 0; key < history.keyCount(); key++) {
      int[] writes = versions.unordered(key);
      if (writes.length > 0) {
        int[] writers = Arrays.stream(writes).map(history::transactionOf).toArray();
        overwriting[key] = new UnorderedWriters(graph, Relation.READ_OVERWRITTEN, writers);
        int tail = versions.tail(key);
        if (tail != History.INITIAL) {
          new UnorderedWriters(graph, Relation.OVERWRITES, writers)
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
        if (later != History.NONE && !versions.followReads()) {
          graph.add(t, history.transactionOf(later), Relation.OVERWRITES, later);
        }
      } else if (versions.seen(i) != Versions.LEFT_OUT) {
        addRead(t, i, key, versions.seen(i));
      }
    }
  }

  private void addRead(int t, int read, int key, int version) {
    if (version != History.INITIAL) {
      graph.add(history.transactionOf(version), t, Relation.READS_FROM, read);
    }
    if (versions.isPartial()) {
      addBeforeOverwriters(t, read, place(key, version));
      return;
    }
    int last = lastAlike(key, version);
    int later = versions.after(key, last);
    if (later != History.NONE) {
      graph.add(t, history.transactionOf(later), Relation.READ_OVERWRITTEN, read);
    } else if (overwriting[key] != null && last == versions.tail(key)) {
      overwriting[key].addBefore(t, read);
    }
  }

  /**
   * The last version that looks the same to a reader: a transaction that inserts and deletes an
   * absent object leaves it absent, so a reader that saw none did not miss it.
   */
  private int lastAlike(int key, int version) {
    int last = version;
    boolean absent =
        version == History.INITIAL
            ? history.initialValue(key) == Atoms.DEAD
            : history.isDelete(version);
    int later = versions.after(key, last);
    while (absent && later != History.NONE && history.isDelete(later)) {
      last = later;
      later = versions.after(key, last);
    }
    return last;
  }

  /** Versions that are in order without being next to each other; reads come later. */
  private void addPartialOrder() {
    EdgeList later = new EdgeList();
    versions.forEachEdge(
        (key, earlier, write, byReading) -> {
          if (write == History.INITIAL
              || (earlier == History.INITIAL && versions.isInitialFirst())) {
            return;
          }
          int writer = history.transactionOf(write);
          later.add(place(key, earlier), writer);
          // A writer that read the earlier version has a wr edge, which says the same.
          if (!byReading && earlier != History.INITIAL) {
            graph.add(history.transactionOf(earlier), writer, Relation.OVERWRITES, write);
          }
        });
    for (int i = 0; versions.isInitialFirst() && i < history.operationCount(); i++) {
      if (history.isFinalWrite(i)
          && history.counts(history.transactionOf(i))
          && !versions.isDropped(history.keyOf(i))) {
        later.add(place(history.keyOf(i), History.INITIAL), history.transactionOf(i));
      }
    }
    overwriters = Digraph.of(history.operationCount() + history.keyCount(), List.of(later));
  }

  /** Puts a read before all writers that are known to overwrite what it saw. */
  private void addBeforeOverwriters(int t, int read, int version) {
    int first = overwriters.firstEdge(version);
    int count = overwriters.endEdge(version) - first;
    if (count == 1) {
      graph.add(t, overwriters.target(first), Relation.READ_OVERWRITTEN, read);
    } else if (count > 1) {
      UnorderedWriters writers = setsOfOverwriters.get(version);
      if (writers == null) {
        int[] transactions = new int[count];
        Arrays.setAll(transactions, i -> overwriters.target(first + i));
        writers = new UnorderedWriters(graph, Relation.READ_OVERWRITTEN, transactions);
        setsOfOverwriters.put(version, writers);
      }
      writers.addBefore(t, read);
    }
  }

  /** The number of a version: its write, or, for the initial one of a key, after all writes. */
  private int place(int key, int version) {
    return version == History.INITIAL ? history.operationCount() + key : version;
  }

  private void addPredicates() {
    PredicateEdges edges = versions.predicateEdges();
    for (int e = 0; e < edges.count(); e++) {
      graph.add(edges.from(e), edges.to(e), edges.kind(e), e);
    }
  }

  private void addSessions() {
    SessionOrder sessions = new SessionOrder(history);
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)) {
        for (int predecessor : sessions.predecessors(t)) {
          graph.add(predecessor, t, Relation.SESSION_ORDER, History.NONE);
        }
      }
    }
  }

  private RealTimeOrder.Edges realTimeEdges() {
    return new RealTimeOrder.Edges() {
      @Override
      public int addStretch() {
        return graph.addNode(Relation.REAL_TIME);
      }

      @Override
      public void addEnd(int transaction, int stretch) {
        graph.add(transaction, stretch, Relation.REAL_TIME, History.NONE);
      }

      @Override
      public void addNext(int stretch, int next) {
        graph.addLink(stretch, next);
      }

      @Override
      public void addBegin(int stretch, int transaction) {
        graph.addLink(stretch, transaction);
      }
    };
  }
}
