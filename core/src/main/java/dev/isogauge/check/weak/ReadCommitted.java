package dev.isogauge.check.weak;

import dev.isogauge.checker.Budget;
import dev.isogauge.util.Windows;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Read committed: once a transaction has seen t2, it must not read a key that t2 writes from a
 * transaction t1 that the commit order puts before t2. So whenever t3 reads from t2, later reads x
 * from t1, and t2 writes x, the commit order has t2 before t1.
 *
 * <p>Per transaction t3 (AWDIT, Algorithm 1):
 *
 * <ol>
 *   <li>Mark the first read from each transaction.
 *   <li>Go through the reads backwards, keeping for each key the two nearest different transactions
 *       that t3 reads it from later on.
 *   <li>At the first read from t2, for each key x that t2 writes and t3 reads later, over the
 *       smaller of both sets: force t2 before the nearest later source of x that is not t2. Sources
 *       further on follow by transitivity, since the nearest is itself read before them.
 * </ol>
 *
 * <p>O(n^1.5) for n operations, O(n) when transactions are of bounded size. Transactions are
 * independent of one another and shared out over all cores.
 *
 * <p>Reference: Møldrup and Pavlogiannis, "AWDIT: An Optimal Weak Database Isolation Tester", PLDI
 * 2025.
 */
final class ReadCommitted implements Saturation {
  private static final int POLL_MASK = 0xfff;

  @Override
  public List<ForcedEdges> saturate(WeakIndex index, Budget budget) {
    Windows windows = new Windows(index.chains().begins(), index.readCount());
    List<ForcedEdges> forced =
        IntStream.range(0, windows.pieces()).mapToObj(i -> new ForcedEdges()).toList();
    windows.run(
        piece -> {
          Pass pass = new Pass(index, forced.get(piece));
          return (begin, end) -> pass.run(begin, end, budget);
        });
    return forced;
  }

  /** Scratch space of one thread; an entry of a key is valid if stamped with t3 + 1. */
  private static final class Pass {
    private final WeakIndex index;
    private final ForcedEdges forced;
    private final SourceSet sources;
    private final int[] keyStamp;
    private final int[] nearest;
    private final int[] secondNearest;
    private int[] laterKeys = new int[16];
    private boolean[] isFirst = new boolean[16];

    Pass(WeakIndex index, ForcedEdges forced) {
      this.index = index;
      this.forced = forced;
      sources = new SourceSet(index.nodeCount());
      keyStamp = new int[index.keyCount()];
      nearest = new int[index.keyCount()];
      secondNearest = new int[index.keyCount()];
    }

    void run(int begin, int end, Budget budget) {
      for (int t3 = begin; t3 < end; t3++) {
        if ((t3 & POLL_MASK) == 0) {
          budget.checkTime();
        }
        int reads = index.endRead(t3) - index.firstRead(t3);
        if (reads > 1) {
          markFirstReads(t3, reads);
          walkBack(t3, reads);
        }
      }
    }

    /** Step 1. */
    private void markFirstReads(int t3, int reads) {
      if (isFirst.length < reads) {
        isFirst = new boolean[reads * 2];
        laterKeys = new int[reads * 2];
      }
      int first = index.firstRead(t3);
      sources.clear(t3);
      for (int i = 0; i < reads; i++) {
        int t2 = index.readSource(first + i);
        // The initial transaction precedes all others anyway.
        isFirst[i] = t2 != WeakIndex.INITIAL && sources.add(t2);
      }
    }

    /** Steps 2 and 3. */
    private void walkBack(int t3, int reads) {
      int stamp = t3 + 1;
      int first = index.firstRead(t3);
      int later = 0;
      long laterSignature = 0;
      for (int i = reads - 1; i >= 0; i--) {
        int y = index.readKey(first + i);
        int t2 = index.readSource(first + i);
        if (isFirst[i] && index.mayWrite(t2, laterSignature)) {
          forceBeforeLaterSources(t2, stamp, later);
        }
        if (keyStamp[y] != stamp) {
          keyStamp[y] = stamp;
          nearest[y] = t2;
          secondNearest[y] = t2;
          laterKeys[later++] = y;
          laterSignature |= WeakIndex.signature(y);
        } else if (nearest[y] != t2) {
          secondNearest[y] = nearest[y];
          nearest[y] = t2;
        }
      }
    }

    private void forceBeforeLaterSources(int t2, int stamp, int later) {
      int begin = index.firstWrite(t2);
      int end = index.endWrite(t2);
      if (end - begin <= later) {
        for (int w = begin; w < end; w++) {
          if (keyStamp[index.writeKey(w)] == stamp) {
            force(t2, index.writeKey(w));
          }
        }
      } else {
        for (int k = 0; k < later; k++) {
          if (index.writes(t2, laterKeys[k])) {
            force(t2, laterKeys[k]);
          }
        }
      }
    }

    private void force(int t2, int x) {
      int t1 = nearest[x] != t2 ? nearest[x] : secondNearest[x];
      if (t1 != t2) {
        forced.add(t2, t1);
      }
    }
  }
}
