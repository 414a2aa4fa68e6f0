package dev.isogauge.check.weak;

import dev.isogauge.check.Budget;
import dev.isogauge.util.Parallel;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Causal consistency: if t3 reads x from t1, then every other writer t2 of x that happens before t3
 * comes before t1 in the commit order.
 *
 * <p>Chains are treated in blocks of columns, so that memory does not grow with sessions ×
 * transactions; blocks are shared out over all cores. Per block (after AWDIT, Algorithm 3):
 *
 * <ol>
 *   <li>Compute for every transaction and chain of the block the last transaction of the chain that
 *       happens before it.
 *   <li>Go through each session in order. For each read of x from t1 by t3 and each chain of the
 *       block with writers of x, move to the chain's last writer t2 of x that happens before t3; it
 *       only ever moves forward within a session.
 *   <li>Force t2 before t1, unless t2 happens before t1 anyway, or t2 is still the one of the
 *       session's previous read of x: that read forced t2 before its own source, which happens
 *       before t3 and so is forced before t1.
 * </ol>
 *
 * <p>O(n · k) for n operations and k sessions.
 *
 * <p>Reference: Møldrup and Pavlogiannis, "AWDIT: An Optimal Weak Database Isolation Tester", PLDI
 * 2025.
 */
final class Causal implements Saturation {
  private static final int POLL_MASK = 0x3ff;
  private static final int MOST_COLUMNS = 128;

  @Override
  public List<ForcedEdges> saturate(WeakIndex index, Budget budget) {
    CausalOrder order = CausalOrder.of(index, budget);
    KeyWriters writers = new KeyWriters(index);
    int chains = index.chains().chainCount();
    int columns = columnsPerBlock(index, budget);
    int blocks = (chains + columns - 1) / columns;
    List<ForcedEdges> forced = IntStream.range(0, blocks).mapToObj(i -> new ForcedEdges()).toList();
    Parallel.tasks(
        blocks,
        block -> {
          int first = block * columns;
          int end = Math.min(chains, first + columns);
          // Step 1.
          HappensBefore before =
              new HappensBefore(index, order.order(), order.cycleEnd(), first, end, budget);
          new Pass(index, writers, before, forced.get(block)).run(budget);
        });
    return forced;
  }

  private static int columnsPerBlock(WeakIndex index, Budget budget) {
    int cores = Parallel.cores();
    int chains = index.chains().chainCount();
    budget.checkMemory(4L * index.nodeCount(), "happens-before of one session");
    long memory = Math.min(budget.memoryBytes(), Runtime.getRuntime().maxMemory() / 2) / cores;
    int evenShare = (chains + cores - 1) / cores;
    return HappensBefore.columnsWithin(
        memory, index.nodeCount(), Math.max(1, Math.min(evenShare, MOST_COLUMNS)));
  }

  /** Steps 2 and 3 for one block. */
  private static final class Pass {
    private final WeakIndex index;
    private final Chains chains;
    private final KeyWriters writers;
    private final HappensBefore before;
    private final ForcedEdges forced;

    /** The block's first segment of each key; its segments end where those of the next begin. */
    private final int[] segmentBegin;

    /** By segment of the block: its number in {@link #writers}. */
    private final int[] segmentNumber;

    /** Four ints a segment of the block, see the constants; read in one go. */
    private final int[] cursors;

    private static final int STRIDE = 4;

    /** Column of the segment's chain. */
    private static final int COLUMN = 0;

    /** Place after the last writer that happens before the current t3. */
    private static final int PLACE = 1;

    /** The writer at that place, or the largest int at the end. */
    private static final int NEXT = 2;

    /** End of the segment's places. */
    private static final int END = 3;

    // By key, valid for the session chain that it is stamped with: the source last read.
    private final int[] keyStamp;
    private final int[] lastSource;

    Pass(WeakIndex index, KeyWriters writers, HappensBefore before, ForcedEdges forced) {
      this.index = index;
      this.chains = index.chains();
      this.writers = writers;
      this.before = before;
      this.forced = forced;
      int keys = index.keyCount();
      segmentBegin = new int[keys + 1];
      IntArrayList numbers = new IntArrayList();
      for (int x = 0; x < keys; x++) {
        for (int s = writers.firstSegment(x); s < writers.endSegment(x); s++) {
          if (writers.chain(s) >= before.firstChain() && writers.chain(s) < before.endChain()) {
            numbers.add(s);
          }
        }
        segmentBegin[x + 1] = numbers.size();
      }
      segmentNumber = numbers.toIntArray();
      cursors = new int[Math.multiplyExact(STRIDE, segmentNumber.length)];
      for (int s = 0; s < segmentNumber.length; s++) {
        cursors[STRIDE * s + COLUMN] = writers.chain(segmentNumber[s]) - before.firstChain();
        cursors[STRIDE * s + END] = writers.segmentEnd(segmentNumber[s]);
      }
      keyStamp = new int[keys];
      lastSource = new int[keys];
    }

    void run(Budget budget) {
      for (int chain = 0; chain < chains.chainCount(); chain++) {
        for (int t3 = chains.chainBegin(chain); t3 < chains.chainEnd(chain); t3++) {
          if ((t3 & POLL_MASK) == 0) {
            budget.checkTime();
          }
          for (int r = index.firstRead(t3); r < index.endRead(t3); r++) {
            int x = index.readKey(r);
            if (segmentBegin[x] < segmentBegin[x + 1]) {
              read(chain, t3, x, index.readSource(r));
            }
          }
        }
      }
    }

    private void read(int chain, int t3, int x, int t1) {
      boolean first = keyStamp[x] != chain + 1;
      if (first) {
        keyStamp[x] = chain + 1;
        for (int s = segmentBegin[x]; s < segmentBegin[x + 1]; s++) {
          int start = writers.segmentStart(segmentNumber[s]);
          cursors[STRIDE * s + PLACE] = start;
          cursors[STRIDE * s + NEXT] = writers.writer(start);
        }
      } else {
        forceAfterPreviousSource(lastSource[x], t1);
      }
      lastSource[x] = t1;
      int row3 = before.row(t3);
      int row1 = t1 == WeakIndex.INITIAL ? -1 : before.row(t1);
      int end = STRIDE * segmentBegin[x + 1];
      for (int s = STRIDE * segmentBegin[x]; s < end; s += STRIDE) {
        int column = cursors[s + COLUMN];
        int bound = before.entry(row3, column);
        if (cursors[s + NEXT] < bound) {
          int t2 = advance(s, bound);
          int known = row1 < 0 ? 0 : before.entry(row1, column);
          // Step 3.
          if (t2 >= known && t2 != t1 && t2 != t3) {
            forced.add(t2, t1);
          }
        }
      }
    }

    /** Step 2: moves on to the last writer below the bound and returns it. */
    private int advance(int s, int bound) {
      int p = cursors[s + PLACE] + 1;
      int end = cursors[s + END];
      int next = Integer.MAX_VALUE;
      while (p < end && (next = writers.writer(p)) < bound) {
        p++;
      }
      cursors[s + PLACE] = p;
      cursors[s + NEXT] = p < end ? next : Integer.MAX_VALUE;
      return writers.writer(p - 1);
    }

    private void forceAfterPreviousSource(int previous, int t1) {
      if (previous == t1 || previous == WeakIndex.INITIAL) {
        return;
      }
      int chain = chains.chain(previous);
      if (chain >= before.firstChain()
          && chain < before.endChain()
          && (t1 == WeakIndex.INITIAL || !before.before(previous, t1))) {
        forced.add(previous, t1);
      }
    }
  }
}
