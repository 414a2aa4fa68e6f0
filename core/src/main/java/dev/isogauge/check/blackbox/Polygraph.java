package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.history.History;
import dev.isogauge.order.RealTimeOrder;
import dev.isogauge.search.Observations;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * What a history says about the order of its transactions, and what it leaves open.
 *
 * <p>A <i>version</i> is a final write of a key by a transaction; the versions of a key stand
 * together, by transaction. An <i>observation</i> is what a transaction read of a key: one of some
 * versions, or {@link History#INITIAL}. An observation with one candidate is known. Each other
 * writer of the key comes before the one that was read, or after the reader: that is the choice a
 * checker has to make.
 *
 * <p>Under serializability a transaction is one node. Under snapshot isolation it is two, its start
 * and its commit: "a before b" goes from a's commit to b's start, and "b overwrites what a read"
 * from a's start to b's commit, so that in both cases the level holds if there are choices without
 * a cycle. Further nodes may stand for stretches of time.
 *
 * <p>A transaction is <i>optional</i> if its outcome is unknown and no observation needs it.
 */
final class Polygraph implements Observations {
  final History history;
  final boolean snapshots;
  final KnownEdges edges = new KnownEdges();
  int nodeCount;

  // Versions, and the versions of each transaction.
  int[] keyFirstVersion;
  int[] versionWriter;
  int[] versionOperation;
  int[] writerFirst;
  int[] writerVersions;
  int[] writerKeys;

  // Observations, by reader.
  final IntArrayList observationReader = new IntArrayList();
  final IntArrayList observationKey = new IntArrayList();
  final IntArrayList observationOperation = new IntArrayList();
  int[] readerFirst;

  /** By observation: its first candidate; candidates that fell stand behind those that are left. */
  final IntArrayList firstCandidate = new IntArrayList();

  final IntArrayList candidateCount = new IntArrayList();
  final IntArrayList candidates = new IntArrayList();

  /** What candidates took of the budget; the next user of that budget gives it back. */
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

  int observationCount() {
    return observationReader.size();
  }

  @Override
  public int count() {
    return observationCount();
  }

  @Override
  public int read(int observation) {
    return observationOperation.getInt(observation);
  }

  @Override
  public int reader(int observation) {
    return observationReader.getInt(observation);
  }

  @Override
  public int sourceCount(int observation) {
    return candidateCount(observation);
  }

  @Override
  public int source(int observation, int index) {
    int version = candidate(observation, index);
    return version == History.INITIAL ? History.INITIAL : versionWriter[version];
  }

  @Override
  public boolean isOptional(int transaction) {
    return optional[transaction];
  }

  /** Whether a transaction cannot have happened, since nothing explains one of its reads. */
  boolean isFiction(int transaction) {
    boolean found = false;
    for (int o = readerFirst[transaction]; o < readerFirst[transaction + 1]; o++) {
      found |= optional[transaction] && candidateCount(o) == 0;
    }
    return found;
  }

  /** How many pairs of writers of one key there are. */
  long pairsOfWriters() {
    long pairs = 0;
    for (int key = 0; key < history.keyCount(); key++) {
      long writers = (long) keyFirstVersion[key + 1] - keyFirstVersion[key];
      pairs += writers * (writers - 1) / 2;
    }
    return pairs;
  }

  int versionCount() {
    return versionWriter.length;
  }

  int candidate(int observation, int index) {
    return candidates.getInt(firstCandidate.getInt(observation) + index);
  }

  int candidateCount(int observation) {
    return candidateCount.getInt(observation);
  }

  /** The number after the observation's last candidate, those that fell included. */
  int endCandidate(int observation) {
    return observation + 1 < observationCount()
        ? firstCandidate.getInt(observation + 1)
        : candidates.size();
  }

  /** Drops a candidate; the last one takes its place. */
  void dropCandidate(int observation, int index) {
    int first = firstCandidate.getInt(observation);
    int last = candidateCount.getInt(observation) - 1;
    int dropped = candidates.getInt(first + index);
    candidates.set(first + index, candidates.getInt(first + last));
    candidates.set(first + last, dropped);
    candidateCount.set(observation, last);
  }

  /** Whether the observation holds in every run and names one writer that is in every run. */
  boolean isKnown(int observation) {
    if (candidateCount(observation) != 1 || optional[observationReader.getInt(observation)]) {
      return false;
    }
    int version = candidate(observation, 0);
    return version == History.INITIAL || !optional[versionWriter[version]];
  }

  /** The transaction's version of a key; {@code NONE} if it does not write it. */
  int versionOf(int transaction, int key) {
    int found =
        Arrays.binarySearch(
            versionWriter, keyFirstVersion[key], keyFirstVersion[key + 1], transaction);
    return found < 0 ? NONE : found;
  }

  int keyOfVersion(int version) {
    return history.keyOf(versionOperation[version]);
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
