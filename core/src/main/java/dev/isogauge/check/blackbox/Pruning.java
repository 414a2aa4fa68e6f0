package dev.isogauge.check.blackbox;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.StrongComponents;
import java.util.Arrays;

/**
 * Constraint propagation: takes every choice for which what is known leaves one option, to a
 * fixpoint. What is known is the edges of the {@link Polygraph}, the candidates that each
 * observation has left, and the <i>reach</i>: for each node, its row, the nodes that come before it
 * ({@link Reachability}).
 *
 * <p>These invariants hold before and after each step:
 *
 * <ul>
 *   <li><b>Sound.</b> Every edge is in every run that explains the history, and a candidate that
 *       was dropped is read in none. Each has its reason, which rests on older edges only ({@link
 *       Inferences}), so that a contradiction can be told from its end to its beginnings.
 *   <li><b>Closed.</b> A row holds no node without a path, and every node with one, except through
 *       nodes whose rows have a delta that was not propagated yet; those are in the worklist.
 *   <li><b>Settled in order.</b> When a node is settled, all that was known to come before it is.
 *       Edges that are added later may lead back; then the worklist holds the nodes behind them.
 *   <li><b>Evaluated.</b> At a visited node, steps 2 to 4 were done for its row without its delta.
 *   <li><b>Chains.</b> The nodes of a chain that come before a node are a beginning of the chain.
 *       So of a key's writers on one chain the last before a node stands for all of them.
 * </ul>
 *
 * <p>The steps:
 *
 * <ol>
 *   <li>Settle the nodes along the edges; evaluate each, and again those whose rows change ({@link
 *       Fixpoint}). A cycle ends it: nothing can be chosen.
 *   <li>At a reader whose version is known: a writer of the key that comes before the reader comes
 *       before that version.
 *   <li>At a writer: every reader of an earlier version comes before the writer.
 *   <li>Under snapshot isolation two writers of a key do not overlap: if one starts before the
 *       other commits, it commits before the other starts.
 *   <li>Where no delta is left, drop candidates of the reads that have several: those that the
 *       reader comes before, and those with another writer of the key between them and the reader
 *       ({@link OpenReads}). If one is left, go on with step 2; if none is, nothing explains it.
 * </ol>
 *
 * <p>At the end no delta is left and no step adds anything: what is open is open by these rules,
 * and goes to the search. Evaluation is semi-naive: of the whole row on the first visit ({@link
 * FullEvaluation}, which finds the writers of a key by {@link CertainWriters} and leaves out what
 * the {@link VersionFrontier} covers), later of the delta ({@link DeltaEvaluation}). O(reads ×
 * chains × log writers) for the first visits, and that of what changes later, which is little where
 * sessions see one another's writes soon.
 */
final class Pruning {
  private final Polygraph graph;
  private final Budget budget;
  private final Inferences inferences;

  /** How many nodes were settled. */
  private int settled;

  private boolean isDone;

  /** The memory that was not there; 0 if it was. */
  private long skippedBytes;

  Pruning(Polygraph graph, Budget budget) {
    this.graph = graph;
    this.budget = budget;
    this.inferences = new Inferences(graph.edges.size());
  }

  /** Whether choices may be left; if not, what is known contradicts itself. */
  boolean run() {
    Digraph known = graph.edges.digraph(graph.nodeCount);
    if (!StrongComponents.of(known).isAcyclic()) {
      return false;
    }
    ChainCover chains = new ChainCover(graph);
    long bytes = Reachability.bytes(graph.nodeCount, chains.count());
    if (!Reachability.isPossible(graph.nodeCount, chains.count())
        || Math.min(budget.freeBytes(), Runtime.getRuntime().maxMemory() / 3) < bytes) {
      skippedBytes = bytes;
      return true;
    }
    budget.reserve(bytes, "the reach of transactions");
    try {
      boolean possible = prune(known, chains);
      isDone = true;
      return possible;
    } finally {
      budget.release(bytes);
    }
  }

  private boolean prune(Digraph known, ChainCover chains) {
    Reachability reachability = new Reachability(chains, graph.nodeCount);
    Fixpoint fixpoint = new Fixpoint(graph.edges, known, rank(), reachability, budget);
    CertainWriters writers = new CertainWriters(graph, chains, reachability);
    InferredEdges edges = new InferredEdges(graph, reachability, fixpoint, inferences);
    OpenReads openReads = new OpenReads(graph, reachability, writers, edges, inferences);
    FullEvaluation full =
        new FullEvaluation(graph, chains, reachability, writers, edges, openReads);
    DeltaEvaluation delta = new DeltaEvaluation(graph, chains, reachability, edges, openReads);
    Fixpoint.Rule rule = node -> evaluate(node, full, delta);
    try {
      // Step 1.
      boolean possible = fixpoint.run(rule);
      // Step 5, and steps 2 to 4 for what it decided.
      while (possible && openReads.decide()) {
        possible = inferences.impossibleObservation() < 0 && fixpoint.propagate(rule);
      }
      return possible && inferences.impossibleObservation() < 0;
    } finally {
      settled = fixpoint.settledCount();
    }
  }

  /** Sessions side by side, as most have run; stretches of time as soon as they can. */
  private int[] rank() {
    int[] rank = GuessedOrders.sideBySide(graph);
    Arrays.fill(rank, graph.start(graph.transactionCount()), graph.nodeCount, 0);
    return rank;
  }

  /** Steps 2 to 4. */
  private void evaluate(int node, FullEvaluation full, DeltaEvaluation delta) {
    int t = graph.transactionOf(node);
    if (t < 0 || graph.isOptional(t)) {
      return;
    }
    if (full.wasVisited(node) && delta.isSmall(node)) {
      delta.evaluate(node, t);
    } else {
      full.evaluate(node, t);
    }
  }

  /** How far it came, for a check that ran out of time or memory. */
  String progress() {
    if (skippedBytes > 0) {
      return String.format("pruning, which takes %d MB, was left out", (skippedBytes >> 20) + 1);
    }
    long share = 100L * settled / Math.max(1, graph.nodeCount);
    return isDone
        ? "pruning was done"
        : String.format(
            "pruning was at %d%%, with up to %d pairs of writers to order",
            Math.min(99, share), graph.pairsOfWriters());
  }

  /** Why each edge was added and each candidate fell. */
  Inferences inferences() {
    return inferences;
  }
}
