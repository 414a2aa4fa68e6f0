package dev.isogauge.check.weak;

import dev.isogauge.checker.Budget;
import dev.isogauge.util.Parallel;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Causal consistency: if t3 reads x from t1, then every other writer t2 of x that happens before t3
 * comes before t1 in the commit order.
 *
 * <ol>
 *   <li>Give each transaction a level above all that happens before it.
 *   <li>Sweep over the transactions by level ({@link CausalSweep}), once per block of session
 *       chains and on all cores: compute what happens before each, and force the writers t2 in the
 *       block's chains.
 * </ol>
 *
 * <p>O(n · k · log n) for n operations and k sessions, the logarithm only for reads of keys with
 * more concurrent writers than sessions; where sessions see each other's writes soon, the cost per
 * read does not depend on k. Memory is bounded by transactions whose writes are still going to be
 * read, times the chains of a block.
 *
 * <p>Reference: Møldrup and Pavlogiannis, "AWDIT: An Optimal Weak Database Isolation Tester", PLDI
 * 2025, Algorithm 3.
 */
final class Causal implements Saturation {
  /** Columns of a block for evidence, which must be the same whatever the machine. */
  private static final int EVIDENCE_COLUMNS = 64;

  private final IntUnaryOperator share;

  /** The columns of a block, if they fit into memory, by the number of chains. */
  Causal(IntUnaryOperator share) {
    this.share = share;
  }

  /** An even share of the chains for each core. */
  static Causal onAllCores() {
    return new Causal(chains -> (chains + Parallel.cores() - 1) / Parallel.cores());
  }

  /**
   * The same on every machine: how the chains are shared out decides which of the edges that follow
   * from one another are found.
   */
  static Causal forEvidence() {
    return new Causal(chains -> EVIDENCE_COLUMNS);
  }

  @Override
  public List<ForcedEdges> saturate(WeakIndex index, Budget budget) {
    // Step 1.
    CausalOrder causal = CausalOrder.of(index, budget);
    int[] levels = causal.levels(index);
    CausalOrder order = causal.sorted(levels);
    // Step 2.
    int chains = index.chains().chainCount();
    LiveRows plan = LiveRows.plan(index, order);
    int columns = columnsPerBlock(plan, chains, share.applyAsInt(chains), budget);
    int blocks = (chains + columns - 1) / columns;
    List<ForcedEdges> forced = IntStream.range(0, blocks).mapToObj(i -> new ForcedEdges()).toList();
    Parallel.tasks(
        blocks,
        block -> {
          int first = block * columns;
          int end = Math.min(chains, first + columns);
          new CausalSweep(index, order, levels, plan, first, end, forced.get(block)).run(budget);
        });
    return forced;
  }

  /** A share of the chains, or as many as fit into memory. */
  static int columnsPerBlock(LiveRows plan, int chains, int share, Budget budget) {
    int cores = Parallel.cores();
    long rows = plan.most();
    budget.reserve(4 * rows * Math.min(cores, chains), "happens-before of one session");
    long memory = Math.min(budget.freeBytes(), Runtime.getRuntime().maxMemory() / 3) / cores;
    long fitting = 1 + Math.min(memory / 4, Integer.MAX_VALUE - 16) / Math.max(1, rows);
    return (int) Math.max(1, Math.min(share, fitting));
  }
}
