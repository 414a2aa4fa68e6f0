package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.order.RealTimeOrder;
import dev.isogauge.search.Observations;
import dev.isogauge.search.Observations.Option;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Makes the polygraph of a history: what {@link Observations} gather, and the edges that hold
 * whatever is chosen, from session order, real time, given orders of versions, lists and reads of
 * one writer. O(operations + candidates), with real time O(n log n).
 */
final class Construction {
  private final History history;
  private final Polygraph graph;

  private Construction(Polygraph graph) {
    this.history = graph.history;
    this.graph = graph;
  }

  /**
   * The polygraph.
   *
   * @param kept which operations take part; the others constrain nothing
   */
  static Polygraph of(History history, Constraints constraints, IntPredicate kept, Budget budget) {
    return build(history, constraints, kept, Set.of(), budget);
  }

  /** The same for an argument that names every case. */
  static Polygraph withFiction(
      History history, Constraints constraints, IntPredicate kept, Budget budget) {
    return build(history, constraints, kept, EnumSet.of(Option.FICTION), budget);
  }

  /** The same where what shows more of a list than all that counts has not happened. */
  static Polygraph asShown(
      History history, Constraints constraints, IntPredicate kept, Budget budget) {
    return build(history, constraints, kept, EnumSet.of(Option.AS_SHOWN), budget);
  }

  /**
   * The same for a few operations: transactions that have none of them take no part, and what
   * session order says of others goes around them.
   */
  static Polygraph part(
      History history, Constraints constraints, IntPredicate kept, Budget budget) {
    // Times that are missing make real time no order that could go around.
    boolean goesAround = constraints.realTime() == RealTimeOrder.Pairs.NONE;
    Set<Option> options = goesAround ? EnumSet.of(Option.ONLY_KEPT) : Set.of();
    return build(history, constraints, kept, options, budget);
  }

  private static Polygraph build(
      History history,
      Constraints constraints,
      IntPredicate kept,
      Set<Option> options,
      Budget budget) {
    Polygraph graph = new Polygraph(history, constraints.snapshots(), kept, options, budget);
    Construction construction = new Construction(graph);
    construction.addStarts();
    if (constraints.sessions()) {
      construction.addSessions();
    }
    RealTimeOrder.forEachEdge(
        history, constraints.realTime(), graph::isPresent, graph.realTimeEdges());
    if (constraints.versionOrders()) {
      addVersionOrders(graph, RecordedOrders.writers(graph, history.versionOrders()));
    }
    graph.forEachAppend(construction::addAppends);
    construction.addReads();
    return graph;
  }

  /** A transaction starts before it commits. */
  private void addStarts() {
    for (int t = 0; graph.snapshots && t < history.transactionCount(); t++) {
      if (graph.isPresent(t)) {
        graph.edges.addLink(graph.start(t), graph.commit(t));
      }
    }
  }

  /** Session order, around those that take no part. */
  private void addSessions() {
    int[] seenFor = new int[history.transactionCount()];
    Arrays.fill(seenFor, NONE);
    IntArrayList waiting = new IntArrayList();
    for (int t = 0; t < history.transactionCount(); t++) {
      if (graph.isPresent(t)) {
        waiting.add(t);
      }
      while (!waiting.isEmpty()) {
        for (int predecessor : graph.sessions().predecessors(waiting.popInt())) {
          if (graph.isPresent(predecessor)) {
            graph.addBefore(predecessor, t, Relation.SESSION_ORDER, NONE);
          } else if (seenFor[predecessor] != t) {
            seenFor[predecessor] = t;
            waiting.add(predecessor);
          }
        }
      }
    }
  }

  /** Neighbours in the list that are known to be written; others may lie between them. */
  static void addVersionOrders(Polygraph graph, int[][] writers) {
    for (int key = 0; key < writers.length; key++) {
      int before = NONE;
      for (int writer : writers[key]) {
        if (graph.isOptional(writer) || writer == before) {
          continue;
        }
        if (before >= 0) {
          int write = graph.write(graph.versionOf(writer, key));
          graph.addBefore(before, writer, Relation.OVERWRITES, write);
        }
        before = writer;
      }
    }
  }

  /** Puts writers into the order of their versions, of which initial ones are the first. */
  static void addPairs(Polygraph graph, Versions pairs) {
    pairs.forEachEdge(
        (key, earlier, later, byReading) -> {
          if (earlier != INITIAL) {
            int first = graph.history.transactionOf(earlier);
            int second = graph.history.transactionOf(later);
            graph.addBefore(first, second, Relation.OVERWRITES, later);
          }
        });
  }

  private void addAppends(int earlier, int later) {
    int key = history.keyOf(later);
    int first = graph.versionOf(history.transactionOf(earlier), key);
    int second = graph.versionOf(history.transactionOf(later), key);
    if (first != NONE && second != NONE) {
      graph.addBefore(
          graph.writer(first), graph.writer(second), Relation.OVERWRITES, graph.write(second));
    }
  }

  /** A reader comes after the writer. */
  private void addReads() {
    for (int o = 0; o < graph.count(); o++) {
      if (graph.candidateCount(o) == 1) {
        int writer = graph.source(o, 0);
        if (writer != INITIAL && !graph.isOptional(writer)) {
          graph.addBefore(writer, graph.reader(o), Relation.READS_FROM, graph.read(o));
        }
      }
    }
  }
}
