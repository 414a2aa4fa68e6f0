package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.order.RealTimeOrder;
import dev.isogauge.search.Observations;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * What a history says about the order of its transactions, and what it leaves open. Each other
 * writer of a key that was read comes before the one that was read, or after the reader: that is
 * the choice a checker has to make.
 *
 * <p>Under serializability a transaction is one node. Under snapshot isolation it is two, its start
 * and its commit: "a before b" goes from a's commit to b's start, and "b overwrites what a read"
 * from a's start to b's commit, so that in both cases the level holds if there are choices without
 * a cycle. Further nodes may stand for stretches of time.
 */
final class Polygraph extends Observations {
  final boolean snapshots;
  final KnownEdges edges = new KnownEdges();
  int nodeCount;

  /** Without edges; {@link Construction} adds them. */
  Polygraph(
      History history,
      boolean snapshots,
      IntPredicate kept,
      Set<Observations.Option> options,
      Budget budget) {
    super(history, kept, options, budget);
    this.snapshots = snapshots;
    this.nodeCount = (snapshots ? 2 : 1) * history.transactionCount();
  }

  int start(int transaction) {
    return snapshots ? 2 * transaction : transaction;
  }

  int commit(int transaction) {
    return snapshots ? 2 * transaction + 1 : transaction;
  }

  /** The transaction of a node; {@code NONE} if the node is a stretch of time. */
  int transactionOf(int node) {
    int t = snapshots ? node / 2 : node;
    return t < transactionCount() ? t : NONE;
  }

  boolean isStart(int node) {
    return !snapshots || (node & 1) == 0;
  }

  boolean isCommit(int node) {
    return !snapshots || (node & 1) == 1;
  }

  /** One transaction before another. */
  void addBefore(int earlier, int later, Relation why, int operation) {
    edges.add(commit(earlier), start(later), why, operation);
  }

  /** A transaction overwrites what another read; nothing if both are one. */
  void addOverwritten(int reader, int writer, int operation) {
    if (reader != writer) {
      edges.add(start(reader), commit(writer), Relation.READ_OVERWRITTEN, operation);
    }
  }

  /** Where real time goes: stretches of time become further nodes. */
  RealTimeOrder.Edges realTimeEdges() {
    return new RealTimeOrder.Edges() {
      @Override
      public int addStretch() {
        return nodeCount++;
      }

      @Override
      public void addEnd(int transaction, int stretch) {
        edges.add(commit(transaction), stretch, Relation.REAL_TIME, NONE);
      }

      @Override
      public void addNext(int stretch, int next) {
        edges.addLink(stretch, next);
      }

      @Override
      public void addBegin(int stretch, int transaction) {
        edges.addLink(stretch, start(transaction));
      }
    };
  }
}
