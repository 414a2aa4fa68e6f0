package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.graph.DependencyGraph;
import dev.isogauge.history.History;
import dev.isogauge.order.RealTimeOrder;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * What a history says about the order of its transactions, and what it leaves open.
 *
 * <p>A <i>slot</i> is a final write of a key by a transaction; the slots of a key stand together,
 * by transaction. A <i>fact</i> is what a transaction read of a key: one of some slots, or {@link
 * #INITIAL}. A fact with one candidate is known. Each other writer of the key comes before the one
 * that was read, or after the reader: that is the choice a checker has to make.
 *
 * <p>Under serializability a transaction is one node. Under snapshot isolation it is two, its start
 * and its commit: "a before b" goes from a's commit to b's start, and "b overwrites what a read"
 * from a's start to b's commit, so that in both cases the level holds if there are choices without
 * a cycle. Further nodes may stand for points in time.
 *
 * <p>A transaction is <i>optional</i> if nobody knows whether it happened and no fact needs it.
 */
final class Polygraph {
  /** A candidate: the initial version. */
  static final int INITIAL = -1;

  final History history;
  final boolean snapshots;
  final KnownEdges edges = new KnownEdges();
  int nodeCount;

  // Slots, and the slots of each transaction.
  int[] keyFirstSlot;
  int[] slotWriter;
  int[] slotOperation;
  int[] writerFirst;
  int[] writerSlots;

  // Facts, by reader.
  final IntArrayList factReader = new IntArrayList();
  final IntArrayList factKey = new IntArrayList();
  final IntArrayList factOperation = new IntArrayList();
  int[] readerFirst;

  /** By fact: its first candidate; candidates that fell stand behind those that are left. */
  final IntArrayList firstCandidate = new IntArrayList();

  final IntArrayList candidateCount = new IntArrayList();
  final IntArrayList candidates = new IntArrayList();

  /** What candidates took of the budget; whoever goes on with that budget gives it back. */
  long reservedBytes;

  boolean[] present;
  boolean[] optional;

  Polygraph(History history, boolean snapshots) {
    this.history = history;
    this.snapshots = snapshots;
    this.nodeCount = (snapshots ? 2 : 1) * history.transactionCount();
  }

  int transactionCount() {
    return history.transactionCount();
  }

  int start(int transaction) {
    return snapshots ? 2 * transaction : transaction;
  }

  int commit(int transaction) {
    return snapshots ? 2 * transaction + 1 : transaction;
  }

  /** The transaction of a node; -1 for a node that is none. */
  int transactionOf(int node) {
    int t = snapshots ? node / 2 : node;
    return t < transactionCount() ? t : -1;
  }

  boolean isStart(int node) {
    return !snapshots || (node & 1) == 0;
  }

  boolean isCommit(int node) {
    return !snapshots || (node & 1) == 1;
  }

  int factCount() {
    return factReader.size();
  }

  int slotCount() {
    return slotWriter.length;
  }

  int candidate(int fact, int index) {
    return candidates.getInt(firstCandidate.getInt(fact) + index);
  }

  int candidateCount(int fact) {
    return candidateCount.getInt(fact);
  }

  /** The number after the fact's last candidate, those that fell included. */
  int endCandidate(int fact) {
    return fact + 1 < factCount() ? firstCandidate.getInt(fact + 1) : candidates.size();
  }

  /** Drops a candidate; the last one takes its place. */
  void dropCandidate(int fact, int index) {
    int first = firstCandidate.getInt(fact);
    int last = candidateCount.getInt(fact) - 1;
    int dropped = candidates.getInt(first + index);
    candidates.set(first + index, candidates.getInt(first + last));
    candidates.set(first + last, dropped);
    candidateCount.set(fact, last);
  }

  /** Whether the fact holds in every run and names one writer that is in every run. */
  boolean isKnown(int fact) {
    if (candidateCount(fact) != 1 || optional[factReader.getInt(fact)]) {
      return false;
    }
    int slot = candidate(fact, 0);
    return slot == INITIAL || !optional[slotWriter[slot]];
  }

  /** The transaction's slot of a key; -1 if it does not write it. */
  int slotOf(int transaction, int key) {
    int found =
        Arrays.binarySearch(slotWriter, keyFirstSlot[key], keyFirstSlot[key + 1], transaction);
    return Math.max(found, -1);
  }

  int keyOfSlot(int slot) {
    return history.keyOf(slotOperation[slot]);
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
        edges.add(commit(transaction), stretch, Relation.REAL_TIME, DependencyGraph.NO_NOTE);
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
