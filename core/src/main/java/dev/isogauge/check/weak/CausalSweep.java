package dev.isogauge.check.weak;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import dev.isogauge.order.SessionOrder;
import java.util.Arrays;

/**
 * One sweep of {@link Causal} for a block of chains. Transactions come by level; for each one:
 *
 * <ol>
 *   <li>Its row is joined from its predecessors' rows: per chain of the block, the last transaction
 *       of the chain that happens before it. A row is given back after its last use.
 *   <li>It joins the writers of its keys.
 *   <li>For each read of x from t1, walk back over the writers of x swept so far. Force those that
 *       happen before t3, but neither before t1 nor before the one forced last, before t1. Stop at
 *       the level below which everything in the block happens before t1.
 *   <li>If that takes too many steps, look up the last writer of x before t3 in each chain instead.
 * </ol>
 */
final class CausalSweep {
  private static final int POLL_MASK = 0xfff;

  /** A walk of this many steps per chain of the block costs about as much as looking them up. */
  private static final int STEPS_PER_CHAIN = 8;

  private final WeakIndex index;
  private final SessionOrder chains;
  private final CausalOrder order;
  private final int[] levels;
  private final int firstChain;
  private final int columns;
  private final ForcedEdges forced;

  /** Row r: rows[r * columns ..]; last transaction + 1, zero if none. */
  private final int[] rows;

  /** By row: how often it is still needed; NONE once it was given back. */
  private final int[] uses;

  /** By row: the node, or first node of a cycle, that it belongs to now. */
  private final int[] owner;

  /**
   * By row: the lowest level at which something does not happen before its node; NONE while
   * unknown.
   */
  private final int[] lowest;

  /** By node: its row, -1 before it is swept; another's after the row was given back. */
  private final int[] rowOf;

  private final int[] freeRows;
  private int freeCount;
  private final LiveRows plan;

  // Writers of key x in the block's chains, as swept: indexes writerBegin[x] .. writerEnd[x].
  private final int[] writerBegin;
  private final int[] writerEnd;

  /** Three ints a writer: node, level, column. */
  private final int[] writers;

  private WritersByChain segments;

  CausalSweep(
      WeakIndex index,
      CausalOrder order,
      int[] levels,
      LiveRows plan,
      int firstChain,
      int endChain,
      ForcedEdges forced) {
    this.index = index;
    this.chains = index.chains();
    this.order = order;
    this.levels = levels;
    this.firstChain = firstChain;
    this.columns = endChain - firstChain;
    this.forced = forced;
    this.plan = plan;
    this.rows = new int[Math.multiplyExact(plan.most(), columns)];
    this.uses = new int[plan.most()];
    this.owner = new int[plan.most()];
    this.lowest = new int[plan.most()];
    this.rowOf = new int[index.nodeCount()];
    Arrays.fill(rowOf, -1);
    this.freeRows = new int[plan.most()];
    for (int r = plan.most() - 1; r >= 0; r--) {
      freeRows[freeCount++] = r;
    }
    this.writerBegin = new int[index.keyCount() + 1];
    for (int v = chains.chainBegin(firstChain); v < chains.chainEnd(endChain - 1); v++) {
      for (int w = index.firstWrite(v); w < index.endWrite(v); w++) {
        writerBegin[index.writeKey(w) + 1]++;
      }
    }
    for (int x = 0; x < index.keyCount(); x++) {
      writerBegin[x + 1] += writerBegin[x];
    }
    this.writerEnd = Arrays.copyOf(writerBegin, index.keyCount());
    this.writers = new int[Math.multiplyExact(3, writerBegin[index.keyCount()])];
  }

  void run(Budget budget) {
    int[] nodes = order.order();
    int place = 0;
    while (place < nodes.length) {
      if ((place & POLL_MASK) == 0) {
        budget.checkTime();
      }
      int end = order.endOfCycle(place);
      int row = openRow(nodes, place, end);
      // On a causal cycle its other transactions happen before t3, so all join first.
      for (int i = place; i < end; i++) {
        addWrites(nodes[i]);
      }
      for (int i = place; i < end; i++) {
        int t3 = nodes[i];
        for (int r = index.firstRead(t3); r < index.endRead(t3); r++) {
          if (!walk(t3, row, index.readKey(r), index.readSource(r))) {
            lookUp(t3, row, index.readKey(r), index.readSource(r));
          }
        }
      }
      for (int i = place; i < end; i++) {
        releasePredecessors(nodes[i]);
      }
      release(row, 0);
      place = end;
    }
  }

  /** Step 1, for one node or the nodes of a cycle, which happen before each other. */
  private int openRow(int[] nodes, int place, int end) {
    int row = freeRows[--freeCount];
    int begin = row * columns;
    Arrays.fill(rows, begin, begin + columns, 0);
    int needed = 0;
    for (int i = place; i < end; i++) {
      int v = nodes[i];
      needed += plan.uses(v);
      if (chains.hasPrevious(v)) {
        join(begin, v - 1);
      }
      for (int r = index.firstRead(v); r < index.endRead(v); r++) {
        if (index.readSource(r) >= 0) {
          join(begin, index.readSource(r));
        }
      }
      for (int e = index.firstExtra(v); e < index.endExtra(v); e++) {
        join(begin, index.extra(e));
      }
    }
    for (int i = place; i < end; i++) {
      rowOf[nodes[i]] = row;
      if (end - place > 1) {
        include(begin, nodes[i]);
      }
    }
    uses[row] = needed;
    owner[row] = nodes[place];
    lowest[row] = NONE;
    return row;
  }

  private void join(int begin, int u) {
    if (rowOf[u] < 0) {
      // Of the same cycle; included afterwards.
      return;
    }
    int column = chains.chain(u) - firstChain;
    if (column >= 0 && column < columns && rows[begin + column] > u) {
      // Joined already, through one that happens after it.
      return;
    }
    int source = rowOf[u] * columns;
    int[] all = rows;
    for (int c = 0; c < columns; c++) {
      all[begin + c] = Math.max(all[begin + c], all[source + c]);
    }
    include(begin, u);
  }

  private void include(int begin, int u) {
    int column = chains.chain(u) - firstChain;
    if (column >= 0 && column < columns && rows[begin + column] <= u) {
      rows[begin + column] = u + 1;
    }
  }

  private void releasePredecessors(int v) {
    if (chains.hasPrevious(v)) {
      release(rowOf[v - 1], 1);
    }
    for (int e = index.firstExtra(v); e < index.endExtra(v); e++) {
      release(rowOf[index.extra(e)], 1);
    }
    for (int r = index.firstRead(v); r < index.endRead(v); r++) {
      if (index.readSource(r) >= 0) {
        release(rowOf[index.readSource(r)], 1);
      }
    }
  }

  private void release(int row, int count) {
    uses[row] -= count;
    if (uses[row] == 0) {
      uses[row] = NONE;
      freeRows[freeCount++] = row;
    }
  }

  /** Step 3. Returns false if it gave up; the edges forced until then are right all the same. */
  private boolean walk(int t3, int row3, int x, int t1) {
    int begin = writerBegin[x];
    int place = writerEnd[x] - 1;
    if (place < begin) {
      return true;
    }
    boolean initial = t1 == WeakIndex.INITIAL;
    int row1 = initial ? -1 : rowOf[t1];
    int low = initial ? 0 : lowest(row1);
    int stop = Math.max(begin, place - STEPS_PER_CHAIN * columns);
    int bounds3 = row3 * columns;
    int bounds1 = row1 * columns;
    int last = NONE;
    for (; place >= begin && writers[3 * place + 1] >= low; place--) {
      if (place < stop) {
        return false;
      }
      int t2 = writers[3 * place];
      int column = writers[3 * place + 2];
      if (rows[bounds3 + column] > t2
          && t2 != t1
          && t2 != t3
          && (initial || rows[bounds1 + column] <= t2)
          && (last < 0 || rows[last + column] <= t2)) {
        forced.add(t2, t1);
        last = liveRow(t2);
      }
    }
    return true;
  }

  /** Where the row of a node swept before begins, if the node still has it. */
  private int liveRow(int node) {
    int row = rowOf[node];
    return uses[row] != NONE && owner[row] == node ? row * columns : NONE;
  }

  /** The lowest level in the block's chains at which something does not happen before the row. */
  private int lowest(int row) {
    if (lowest[row] == NONE) {
      int low = Integer.MAX_VALUE;
      for (int c = 0; c < columns; c++) {
        // The entry is the last that happens before, plus 1: the first that does not.
        int next = Math.max(rows[row * columns + c], chains.chainBegin(firstChain + c));
        if (next < chains.chainEnd(firstChain + c)) {
          low = Math.min(low, levels[next]);
        }
      }
      lowest[row] = low;
    }
    return lowest[row];
  }

  /** Step 4. */
  private void lookUp(int t3, int row3, int x, int t1) {
    if (segments == null) {
      segments = new WritersByChain(index);
    }
    int row1 = t1 == WeakIndex.INITIAL ? -1 : rowOf[t1];
    for (int s = segments.firstSegment(x); s < segments.endSegment(x); s++) {
      int column = segments.chain(s) - firstChain;
      if (column >= 0 && column < columns) {
        int place = segments.firstAtOrAfter(s, rows[row3 * columns + column]) - 1;
        if (place >= segments.segmentStart(s) && segments.writer(place) == t3) {
          // On a causal cycle t3 happens before itself.
          place--;
        }
        if (place >= segments.segmentStart(s)) {
          int t2 = segments.writer(place);
          int known = row1 < 0 ? 0 : rows[row1 * columns + column];
          if (t2 >= known && t2 != t1) {
            forced.add(t2, t1);
          }
        }
      }
    }
  }

  /** Step 2. */
  private void addWrites(int v) {
    int column = chains.chain(v) - firstChain;
    if (column >= 0 && column < columns) {
      for (int w = index.firstWrite(v); w < index.endWrite(v); w++) {
        int place = 3 * writerEnd[index.writeKey(w)]++;
        writers[place] = v;
        writers[place + 1] = levels[v];
        writers[place + 2] = column;
      }
    }
  }
}
