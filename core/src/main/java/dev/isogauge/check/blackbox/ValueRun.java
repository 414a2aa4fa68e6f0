package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A serial run of transactions, as far as it has come, which can be taken back: what has run, what
 * may run next, and the values of all keys. Nodes that stand for stretches of time run too, and do
 * nothing.
 */
final class ValueRun {
  private final Polygraph graph;
  private final int nodes;
  private final Digraph after;
  private final int[] observed;
  private final int[] written;

  /** By key: the value now. */
  private final int[] current;

  // By value: reads and writes of it that have not run.
  private final int[] readsLeft;
  private final int[] writesLeft;

  private final int[] waitsFor;
  private final long[] doneBits;

  private final IntArrayList ready = new IntArrayList();
  private final int[] readyIndex;

  // The run so far; for each transaction, the values that it overwrote.
  private final IntArrayList run = new IntArrayList();
  private final IntArrayList overwritten = new IntArrayList();

  private int left;

  /** Of what has run and the values: equal for equal situations. */
  private long hash;

  ValueRun(Polygraph graph, ObservedValues values) {
    this.graph = graph;
    observed = values.observed;
    written = values.written;
    current = values.initial.clone();
    int transactions = graph.transactionCount();
    EdgeList edges = new EdgeList();
    int stretches = graph.nodeCount - (graph.snapshots ? 2 : 1) * transactions;
    nodes = transactions + stretches;
    for (int e = 0; e < graph.edges.size(); e++) {
      int from = node(graph.edges.from(e));
      int to = node(graph.edges.to(e));
      if (from != to) {
        edges.add(from, to);
      }
    }
    after = Digraph.of(nodes, List.of(edges));
    waitsFor = new int[nodes];
    doneBits = new long[(nodes + 63) / 64];
    readyIndex = new int[nodes];
    readsLeft = new int[values.count()];
    writesLeft = new int[values.count()];
    for (int o = 0; o < observed.length; o++) {
      readsLeft[observed[o]] += runs(graph.reader(o)) ? 1 : 0;
    }
    for (int v = 0; v < written.length; v++) {
      writesLeft[written[v]] += runs(graph.writer(v)) ? 1 : 0;
    }
    Arrays.fill(readyIndex, NONE);
    begin();
  }

  private void begin() {
    for (int e = 0; e < after.edgeCount(); e++) {
      waitsFor[after.target(e)]++;
    }
    for (int v = 0; v < nodes; v++) {
      if (runs(v)) {
        left++;
      } else {
        for (int e = after.firstEdge(v); e < after.endEdge(v); e++) {
          waitsFor[after.target(e)]--;
        }
      }
    }
    for (int v = 0; v < nodes; v++) {
      if (runs(v) && waitsFor[v] == 0) {
        addReady(v);
      }
    }
  }

  private int node(int ofGraph) {
    int t = graph.transactionOf(ofGraph);
    return t >= 0 ? t : ofGraph - (graph.snapshots ? 1 : 0) * graph.transactionCount();
  }

  private boolean runs(int node) {
    return node >= graph.transactionCount() || (graph.isPresent(node) && !graph.isOptional(node));
  }

  int nodeCount() {
    return nodes;
  }

  /** Whether nothing has to follow a node. */
  boolean isLast(int v) {
    return after.firstEdge(v) == after.endEdge(v);
  }

  /** What may run next, in an order that changes. */
  IntArrayList ready() {
    return ready;
  }

  /** How many nodes have run. */
  int size() {
    return run.size();
  }

  boolean isComplete() {
    return left == 0;
  }

  /** The transactions that have run, in order. */
  int[] order() {
    return run.intStream().filter(t -> t < graph.transactionCount()).toArray();
  }

  /** Which nodes have run, as bits; the caller copies them. */
  long[] done() {
    return doneBits;
  }

  /** Equal where {@link #done} and {@link #values} are, and hardly ever else. */
  long hash() {
    return hash;
  }

  /** By key the value now; the caller copies them. */
  int[] values() {
    return current;
  }

  /** Whether a node that may run reads what it should. */
  boolean fits(int v) {
    if (v < graph.transactionCount()) {
      for (int o = graph.first(v); o < graph.end(v); o++) {
        if (current[graph.key(o)] != observed[o]) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether it writes at most what it has read. */
  boolean changesNothing(int v) {
    if (v < graph.transactionCount()) {
      for (int i = graph.firstWritten(v); i < graph.endWritten(v); i++) {
        if (ownReads(v, written[graph.written(i)]) == 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether it would overwrite a value that others have to read and that never comes again. */
  boolean losesValue(int v) {
    for (int i = graph.firstWritten(v); i < graph.endWritten(v); i++) {
      int version = graph.written(i);
      int key = graph.keyOfVersion(version);
      int now = current[key];
      if (now != written[version] && writesLeft[now] == 0 && readsLeft[now] > ownReads(v, now)) {
        return true;
      }
    }
    return false;
  }

  private int ownReads(int v, int value) {
    int own = 0;
    for (int o = graph.first(v); o < graph.end(v); o++) {
      own += observed[o] == value ? 1 : 0;
    }
    return own;
  }

  private void addReady(int v) {
    readyIndex[v] = ready.size();
    ready.add(v);
  }

  private void removeReady(int v) {
    int last = ready.popInt();
    if (last != v) {
      ready.set(readyIndex[v], last);
      readyIndex[last] = readyIndex[v];
    }
    readyIndex[v] = NONE;
  }

  /** Values of different keys have different numbers. */
  private void setCurrent(int key, int value) {
    hash ^= HashCommon.mix((long) current[key]) ^ HashCommon.mix((long) value);
    current[key] = value;
  }

  void execute(int v) {
    removeReady(v);
    doneBits[v >> 6] |= 1L << v;
    hash ^= HashCommon.mix(~(long) v);
    run.add(v);
    left--;
    if (v < graph.transactionCount()) {
      for (int o = graph.first(v); o < graph.end(v); o++) {
        readsLeft[observed[o]]--;
      }
      for (int i = graph.firstWritten(v); i < graph.endWritten(v); i++) {
        int version = graph.written(i);
        int key = graph.keyOfVersion(version);
        overwritten.add(current[key]);
        setCurrent(key, written[version]);
        writesLeft[written[version]]--;
      }
    }
    for (int e = after.firstEdge(v); e < after.endEdge(v); e++) {
      int next = after.target(e);
      if (--waitsFor[next] == 0 && runs(next)) {
        addReady(next);
      }
    }
  }

  /** Takes back all but the first nodes. */
  void takeBack(int size) {
    while (run.size() > size) {
      int v = run.popInt();
      for (int e = after.firstEdge(v); e < after.endEdge(v); e++) {
        int next = after.target(e);
        if (waitsFor[next]++ == 0 && runs(next)) {
          removeReady(next);
        }
      }
      if (v < graph.transactionCount()) {
        for (int i = graph.endWritten(v) - 1; i >= graph.firstWritten(v); i--) {
          int version = graph.written(i);
          writesLeft[written[version]]++;
          setCurrent(graph.keyOfVersion(version), overwritten.popInt());
        }
        for (int o = graph.first(v); o < graph.end(v); o++) {
          readsLeft[observed[o]]++;
        }
      }
      left++;
      doneBits[v >> 6] &= ~(1L << v);
      hash ^= HashCommon.mix(~(long) v);
      addReady(v);
    }
  }
}
