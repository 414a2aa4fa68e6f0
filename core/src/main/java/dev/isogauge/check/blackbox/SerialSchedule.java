package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;

/**
 * Runs the transactions one after the other, in an order that follows all edges, and tries to give
 * every read what it saw.
 *
 * <ol>
 *   <li>Of the nodes whose predecessors have run, run one that reads what it should, and overwrites
 *       nothing that another transaction has still to read; those that only read first, then as
 *       ranked.
 *   <li>A node that has to wait, waits for a key to change.
 *   <li>If all wait, run the one that does least harm.
 *   <li>Note each read that saw another version than it should, and each overlap of two writers of
 *       a key under snapshot isolation. Where nothing was noted the order is a proof.
 * </ol>
 */
final class SerialSchedule {
  /** Instead of a key to wait for. */
  private static final int RUNS = NONE;

  /** Time is checked when these bits of the number of steps are 0. */
  private static final int TIME_MASK = 1023;

  private final Polygraph graph;
  private final KeyStates states;
  private final Digraph edges;
  private final int[] rank;
  private final boolean[] active;
  private final int[] nodeByRank;

  private final int[] waitsFor;
  private final int[] running;

  private final IntArrayList[] waitingFor;

  /** The nodes that wait, and by node its index among them, or {@code NONE}. */
  private final IntArrayList waiting = new IntArrayList();

  private final int[] waitingIndex;
  private final LongHeapPriorityQueue ready = new LongHeapPriorityQueue();
  private final boolean[] done;
  private final int[] order;
  private int size;
  private final IntArrayList misread = new IntArrayList();
  private final IntArrayList overlaps = new IntArrayList();

  /**
   * A schedule to be.
   *
   * @param rank by node: its position in the order to prefer
   * @param active by transaction: whether it happens at all
   */
  SerialSchedule(Polygraph graph, Readers readers, Digraph edges, int[] rank, boolean[] active) {
    this.graph = graph;
    states = new KeyStates(graph, readers, active);
    this.edges = edges;
    this.rank = rank;
    this.active = active;
    int n = graph.nodeCount;
    nodeByRank = new int[n];
    for (int v = 0; v < n; v++) {
      nodeByRank[rank[v]] = v;
    }
    waitsFor = new int[n];
    for (int e = 0; e < edges.edgeCount(); e++) {
      waitsFor[edges.target(e)]++;
    }
    int keys = graph.history.keyCount();
    running = new int[keys];
    Arrays.fill(running, NONE);
    waitingFor = new IntArrayList[keys];
    waitingIndex = new int[n];
    Arrays.fill(waitingIndex, NONE);
    done = new boolean[n];
    order = new int[n];
  }

  void run(Budget budget) {
    for (int v = 0; v < graph.nodeCount; v++) {
      if (waitsFor[v] == 0) {
        ready.enqueue(priority(v, false));
      }
    }
    int steps = 0;
    while (size < graph.nodeCount) {
      if ((++steps & TIME_MASK) == 0) {
        budget.checkTime();
      }
      if (ready.isEmpty()) {
        // Step 3.
        budget.checkTime();
        execute(leastHarmful());
        continue;
      }
      long next = ready.dequeueLong();
      int v = nodeByRank[(int) next];
      if (done[v]) {
        continue;
      }
      boolean patient = next >>> 32 < 2;
      int obstacle = obstacle(v);
      if (obstacle == RUNS && patient && graph.snapshots && !couldCommit(v)) {
        ready.enqueue(priority(v, true));
      } else if (obstacle == RUNS) {
        // Step 1.
        execute(v);
      } else {
        // Step 2.
        if (waitingFor[obstacle] == null) {
          waitingFor[obstacle] = new IntArrayList();
        }
        waitingFor[obstacle].add(v);
        waitingIndex[v] = waiting.size();
        waiting.add(v);
      }
    }
  }

  /** All nodes, in the order in which they ran. */
  int[] order() {
    return order;
  }

  /**
   * Pairs: an observation, and the version that its reader saw instead or that first overwrote it.
   */
  IntArrayList misread() {
    return misread;
  }

  /** Pairs of versions of a key whose writers overlap. */
  IntArrayList overlaps() {
    return overlaps;
  }

  /** The order of step 1: smaller is earlier. */
  private long priority(int v, boolean late) {
    int t = graph.transactionOf(v);
    long urgency = 1;
    if (t < 0 || !active[t] || graph.firstWritten(t) == graph.endWritten(t)) {
      urgency = 0;
    } else if (late) {
      urgency = 2;
    } else if (graph.snapshots && !graph.isStart(v)) {
      urgency = 0;
    }
    return urgency << 32 | rank[v];
  }

  /** Steps 1 and 2: the key that the node has to wait for; {@link #RUNS} if it has not. */
  private int obstacle(int v) {
    int t = graph.transactionOf(v);
    if (t < 0 || !active[t]) {
      return RUNS;
    }
    if (graph.isStart(v)) {
      for (int o = graph.first(t); o < graph.end(t); o++) {
        if (states.misses(o)) {
          return graph.key(o);
        }
      }
      for (int i = graph.firstWritten(t); graph.snapshots && i < graph.endWritten(t); i++) {
        int key = graph.writtenKey(i);
        if (running[key] >= 0) {
          return key;
        }
      }
    }
    return graph.isCommit(v) ? clobbered(t) : RUNS;
  }

  /** Whether a transaction that starts could commit at once. */
  private boolean couldCommit(int v) {
    int t = graph.transactionOf(v);
    return t < 0
        || !active[t]
        || !graph.isStart(v)
        || graph.firstWritten(t) == graph.endWritten(t)
        || (waitsFor[graph.commit(t)] == 1 && clobbered(t) == RUNS);
  }

  /** A key whose current version the transaction would overwrite before another has read it. */
  private int clobbered(int t) {
    boolean reads = !done[graph.start(t)];
    for (int i = graph.firstWritten(t); i < graph.endWritten(t); i++) {
      int key = graph.writtenKey(i);
      int pending = states.pendingNow(key);
      if (pending > 0 && pending > (reads ? states.ownPendingNow(t, key) : 0)) {
        return key;
      }
    }
    return RUNS;
  }

  /** Step 3: of all that wait, the one that makes the fewest others go wrong. */
  private int leastHarmful() {
    int best = -1;
    long least = Long.MAX_VALUE;
    for (int v : waiting) {
      long harm = (long) harm(v) << 32 | rank[v];
      if (harm < least) {
        least = harm;
        best = v;
      }
    }
    stopWaiting(best);
    return best;
  }

  private void stopWaiting(int v) {
    int last = waiting.popInt();
    if (last != v) {
      waiting.set(waitingIndex[v], last);
      waitingIndex[last] = waitingIndex[v];
    }
    waitingIndex[v] = NONE;
  }

  private int harm(int v) {
    int t = graph.transactionOf(v);
    int harm = 0;
    if (graph.isStart(v)) {
      for (int o = graph.first(t); o < graph.end(t); o++) {
        harm += states.misses(o) ? 1 : 0;
      }
      for (int i = graph.firstWritten(t); graph.snapshots && i < graph.endWritten(t); i++) {
        harm += running[graph.writtenKey(i)] >= 0 ? 1 : 0;
      }
    }
    if (graph.isCommit(v)) {
      boolean reads = !done[graph.start(t)];
      for (int i = graph.firstWritten(t); i < graph.endWritten(t); i++) {
        int key = graph.writtenKey(i);
        harm += states.pendingNow(key) - (reads ? states.ownPendingNow(t, key) : 0);
      }
    }
    return harm;
  }

  /** Step 4 for a node that runs, right or wrong. */
  private void execute(int v) {
    done[v] = true;
    order[size++] = v;
    int t = graph.transactionOf(v);
    if (t >= 0 && active[t]) {
      if (graph.isStart(v)) {
        read(t);
      }
      if (graph.isCommit(v)) {
        write(t);
      } else {
        claim(t);
      }
    }
    for (int e = edges.firstEdge(v); e < edges.endEdge(v); e++) {
      int next = edges.target(e);
      if (--waitsFor[next] == 0) {
        ready.enqueue(priority(next, false));
      }
    }
  }

  private void read(int t) {
    for (int o = graph.first(t); o < graph.end(t); o++) {
      int key = graph.key(o);
      if (!states.sees(o)) {
        misread.add(o);
        misread.add(states.current(key));
      }
      if (states.read(o) && states.pendingNow(key) == 0) {
        wake(key);
      }
    }
  }

  private void claim(int t) {
    for (int i = graph.firstWritten(t); i < graph.endWritten(t); i++) {
      int version = graph.written(i);
      int key = graph.writtenKey(i);
      if (running[key] >= 0) {
        overlaps.add(running[key]);
        overlaps.add(version);
      }
      running[key] = version;
    }
  }

  private void write(int t) {
    for (int i = graph.firstWritten(t); i < graph.endWritten(t); i++) {
      int version = graph.written(i);
      int key = graph.writtenKey(i);
      states.write(key, version);
      if (running[key] == version) {
        running[key] = NONE;
      }
      wake(key);
    }
  }

  /** The end of step 2: what waits for the key may run. */
  private void wake(int key) {
    IntArrayList list = waitingFor[key];
    if (list != null) {
      for (int v : list) {
        if (waitingIndex[v] >= 0) {
          stopWaiting(v);
          ready.enqueue(priority(v, false));
        }
      }
      list.clear();
    }
  }

  /** Which version first overwrote a version; {@code NONE} if none did. */
  int overwrittenBy(int version) {
    return states.overwrittenBy(version);
  }
}
