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

  /** The same situation, from which it goes on by itself; it cannot be taken back. */
  ValueRun(ValueRun other) {
    graph = other.graph;
    nodes = other.nodes;
    after = other.after;
    observed = other.observed;
    written = other.written;
    current = other.current.clone();
    readsLeft = other.readsLeft.clone();
    writesLeft = other.writesLeft.clone();
    waitsFor = other.waitsFor.clone();
    doneBits = other.doneBits.clone();
    ready.addAll(other.ready);
    readyIndex = other.readyIndex.clone();
    run.addAll(other.run);
    left = other.left;
    hash = other.hash;
  }

  /** The memory that a situation takes, about. */
  long bytes() {
    return 200 + 4L * (current.length + 2 * readsLeft.length) + 13L * nodes;
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

  /** The sum over the transactions that have run. */
  long sum(int[] byTransaction) {
    long sum = 0;
    for (int i = 0; i < run.size(); i++) {
      int v = run.getInt(i);
      sum += v < byTransaction.length ? byTransaction[v] : 0;
    }
    return sum;
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
    for (int o = first(v); o < end(v); o++) {
      if (current[graph.key(o)] != observed[o]) {
        return false;
      }
    }
    return true;
  }

  /** Whether it writes at most what it has read. */
  boolean changesNothing(int v) {
    for (int i = firstWritten(v); i < endWritten(v); i++) {
      if (ownReads(v, written[graph.written(i)]) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether it would overwrite a value that others have to read and that never comes again. */
  boolean losesValue(int v) {
    for (int i = firstWritten(v); i < endWritten(v); i++) {
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
    for (int o = first(v); o < end(v); o++) {
      own += observed[o] == value ? 1 : 0;
    }
    return own;
  }

  /** Runs at once whatever may run, reads what it should and writes at most what it has read. */
  void runWhatChangesNothing() {
    boolean changed = true;
    while (changed) {
      changed = false;
      // What is run makes others ready, which come to stand at the end.
      for (int i = ready.size() - 1; i >= 0; i--) {
        int v = i < ready.size() ? ready.getInt(i) : NONE;
        if (v != NONE && fits(v) && changesNothing(v)) {
          execute(v);
          changed = true;
        }
      }
    }
  }

  /** Whether all could run if no value were ever overwritten; if not, there is no end. */
  boolean mayEnd() {
    boolean[] seen = new boolean[readsLeft.length];
    for (int value : current) {
      seen[value] = true;
    }
    int[] waits = waitsFor.clone();
    IntArrayList open = new IntArrayList(ready);
    int blocked = left;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = open.size() - 1; i >= 0; i--) {
        int v = open.getInt(i);
        if (readsOnly(v, seen)) {
          open.set(i, open.getInt(open.size() - 1));
          open.popInt();
          blocked--;
          changed = true;
          for (int w = firstWritten(v); w < endWritten(v); w++) {
            seen[written[graph.written(w)]] = true;
          }
          for (int e = after.firstEdge(v); e < after.endEdge(v); e++) {
            if (--waits[after.target(e)] == 0 && runs(after.target(e))) {
              open.add(after.target(e));
            }
          }
        }
      }
    }
    return blocked == 0;
  }

  private boolean readsOnly(int v, boolean[] seen) {
    for (int o = first(v); o < end(v); o++) {
      if (!seen[observed[o]]) {
        return false;
      }
    }
    return true;
  }

  /** How many reads of a value wait for each write of it that is left, over all values. */
  double scarcity() {
    double scarcity = 0;
    for (int value = 0; value < readsLeft.length; value++) {
      // One that cannot come again can still be there.
      scarcity += readsLeft[value] / (writesLeft[value] + 0.3);
    }
    return scarcity;
  }

  // Stretches of time read and write nothing.

  private int first(int v) {
    return v < graph.transactionCount() ? graph.first(v) : 0;
  }

  private int end(int v) {
    return v < graph.transactionCount() ? graph.end(v) : 0;
  }

  private int firstWritten(int v) {
    return v < graph.transactionCount() ? graph.firstWritten(v) : 0;
  }

  private int endWritten(int v) {
    return v < graph.transactionCount() ? graph.endWritten(v) : 0;
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
    for (int o = first(v); o < end(v); o++) {
      readsLeft[observed[o]]--;
    }
    for (int i = firstWritten(v); i < endWritten(v); i++) {
      int version = graph.written(i);
      int key = graph.keyOfVersion(version);
      overwritten.add(current[key]);
      setCurrent(key, written[version]);
      writesLeft[written[version]]--;
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
      for (int i = endWritten(v) - 1; i >= firstWritten(v); i--) {
        int version = graph.written(i);
        writesLeft[written[version]]++;
        setCurrent(graph.keyOfVersion(version), overwritten.popInt());
      }
      for (int o = first(v); o < end(v); o++) {
        readsLeft[observed[o]]++;
      }
      left++;
      doneBits[v >> 6] &= ~(1L << v);
      hash ^= HashCommon.mix(~(long) v);
      addReady(v);
    }
  }
}
