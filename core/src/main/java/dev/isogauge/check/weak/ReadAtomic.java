package dev.isogauge.check.weak;

import dev.isogauge.checker.Budget;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.util.Parallel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Read atomic: if t3 reads x from t1, then every other writer t2 of x that t3 reads from, or that
 * precedes t3 in its session, comes before t1 in the commit order.
 *
 * <p>Per chain of a session, in session order (AWDIT, Algorithm 2):
 *
 * <ol>
 *   <li>For each read of x from t1: force the session's last writer of x so far before t1. Earlier
 *       writers of the session follow by transitivity.
 *   <li>For each transaction t2 that t3 reads from, and each key x that t2 writes and t3 reads,
 *       over the smaller of both sets: force t2 before the source of x.
 *   <li>Remember t3 as the last writer of its keys.
 * </ol>
 *
 * The published algorithm stops at a transaction that reads one key from two others; here every
 * source of such a key is treated, so that all that follows from it is found.
 *
 * <p>O(n^1.5) for n operations, O(n) when transactions are of bounded size; chains are shared out
 * over all cores.
 *
 * <p>Reference: Møldrup and Pavlogiannis, "AWDIT: An Optimal Weak Database Isolation Tester", PLDI
 * 2025.
 */
final class ReadAtomic implements Saturation {
  private static final int POLL_MASK = 0xfff;
  private static final int FEW_READS = 16;

  @Override
  public List<ForcedEdges> saturate(WeakIndex index, Budget budget) {
    int chains = index.chains().chainCount();
    int tasks = Parallel.pieces(chains, index.readCount());
    WritersByChain writers = index.chains().hasExtras() ? new WritersByChain(index) : null;
    List<ForcedEdges> forced = IntStream.range(0, tasks).mapToObj(i -> new ForcedEdges()).toList();
    Parallel.tasks(
        tasks,
        task -> {
          Pass pass = new Pass(index, writers, forced.get(task));
          int begin = (int) ((long) chains * task / tasks);
          int end = (int) ((long) chains * (task + 1) / tasks);
          for (int chain = begin; chain < end; chain++) {
            pass.run(chain, budget);
          }
        });
    return forced;
  }

  /** Scratch space of one thread. */
  private static final class Pass {
    private final WeakIndex index;
    private final SessionOrder chains;
    private final WritersByChain writers;
    private final ForcedEdges forced;

    /** Last node that wrote the key; of the current chain if not before its begin. */
    private final int[] lastWriter;

    // Valid for a key if stamped with t3 + 1.
    private final int[] keyStamp;
    private final int[] source;
    private final SourceSet sources;
    private int[] keys = new int[16];

    Pass(WeakIndex index, WritersByChain writers, ForcedEdges forced) {
      this.index = index;
      this.chains = index.chains();
      this.writers = writers;
      this.forced = forced;
      lastWriter = new int[index.keyCount()];
      Arrays.fill(lastWriter, -1);
      keyStamp = new int[index.keyCount()];
      source = new int[index.keyCount()];
      sources = new SourceSet(index.nodeCount());
    }

    void run(int chain, Budget budget) {
      int begin = chains.chainBegin(chain);
      for (int t3 = begin; t3 < chains.chainEnd(chain); t3++) {
        if ((t3 & POLL_MASK) == 0) {
          budget.checkTime();
        }
        int distinctKeys = readSession(t3, begin);
        if (distinctKeys < 0) {
          forceEverySource(t3);
        } else {
          forceSources(t3, distinctKeys);
        }
        if (writers != null) {
          forceOtherChains(t3, chain);
        }
        // Step 3.
        for (int w = index.firstWrite(t3); w < index.endWrite(t3); w++) {
          lastWriter[index.writeKey(w)] = t3;
        }
      }
    }

    /**
     * Step 1, and the source of each key for step 2. Returns the number of keys read, or -1 if one
     * was read from two sources.
     */
    private int readSession(int t3, int chainBegin) {
      int stamp = t3 + 1;
      int distinct = 0;
      boolean repeatable = true;
      for (int r = index.firstRead(t3); r < index.endRead(t3); r++) {
        int x = index.readKey(r);
        int t1 = index.readSource(r);
        int t2 = lastWriter[x];
        if (t2 >= chainBegin && t2 != t1) {
          forced.add(t2, t1);
        }
        if (keyStamp[x] != stamp) {
          keyStamp[x] = stamp;
          source[x] = t1;
          if (distinct == keys.length) {
            keys = Arrays.copyOf(keys, distinct * 2);
          }
          keys[distinct++] = x;
        } else {
          repeatable &= source[x] == t1;
        }
      }
      return repeatable ? distinct : -1;
    }

    /** Step 2 when each key has one source. */
    private void forceSources(int t3, int distinctKeys) {
      int stamp = t3 + 1;
      sources.clear(t3);
      for (int r = index.firstRead(t3); r < index.endRead(t3); r++) {
        int t2 = index.readSource(r);
        if (t2 == WeakIndex.INITIAL
            || !index.mayWrite(t2, signatureOfOthers(t3, t2))
            || !sources.add(t2)) {
          continue;
        }
        int begin = index.firstWrite(t2);
        int end = index.endWrite(t2);
        if (end - begin <= distinctKeys) {
          for (int w = begin; w < end; w++) {
            int x = index.writeKey(w);
            if (keyStamp[x] == stamp && source[x] != t2) {
              forced.add(t2, source[x]);
            }
          }
        } else {
          for (int k = 0; k < distinctKeys; k++) {
            if (source[keys[k]] != t2 && index.writes(t2, keys[k])) {
              forced.add(t2, source[keys[k]]);
            }
          }
        }
      }
    }

    /**
     * The signature of the keys that t3 reads from others than t2; of any keys if it reads many.
     */
    private long signatureOfOthers(int t3, int t2) {
      if (index.endRead(t3) - index.firstRead(t3) > FEW_READS) {
        return -1;
      }
      long signature = 0;
      for (int r = index.firstRead(t3); r < index.endRead(t3); r++) {
        if (index.readSource(r) != t2) {
          signature |= WeakIndex.signature(index.readKey(r));
        }
      }
      return signature;
    }

    /** Step 2 when a key has several sources: the level is violated, and all pairs are forced. */
    private void forceEverySource(int t3) {
      sources.clear(t3);
      for (int r2 = index.firstRead(t3); r2 < index.endRead(t3); r2++) {
        int t2 = index.readSource(r2);
        if (t2 == WeakIndex.INITIAL || !sources.add(t2)) {
          continue;
        }
        for (int r1 = index.firstRead(t3); r1 < index.endRead(t3); r1++) {
          int t1 = index.readSource(r1);
          if (t1 != t2 && index.writes(t2, index.readKey(r1))) {
            forced.add(t2, t1);
          }
        }
      }
    }

    /** Step 1 for the other chains of the session, where there are any. */
    private void forceOtherChains(int t3, int chain) {
      int session = chains.sessionOfChain(chain);
      for (int r = index.firstRead(t3); r < index.endRead(t3); r++) {
        int x = index.readKey(r);
        int t1 = index.readSource(r);
        for (int s = writers.firstSegment(x); s < writers.endSegment(x); s++) {
          int other = writers.chain(s);
          if (other == chain || chains.sessionOfChain(other) != session) {
            continue;
          }
          int place = writers.firstAtOrAfter(s, chains.sessionEnd(t3, other)) - 1;
          if (place >= writers.segmentStart(s) && writers.writer(place) != t1) {
            forced.add(writers.writer(place), t1);
          }
        }
      }
    }
  }
}
