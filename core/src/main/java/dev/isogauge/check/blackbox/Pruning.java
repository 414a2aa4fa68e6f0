package dev.isogauge.check.blackbox;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.StrongComponents;
import java.util.Arrays;

/**
 * Makes every choice for which only one option is left by what is known, until nothing more
 * follows.
 *
 * <ol>
 *   <li>Go through the transactions along what is known, and keep up which reach which ({@link
 *       Sweep}). A cycle ends it: nothing can be chosen.
 *   <li>At a reader whose version is known: a writer of the key that comes before the reader comes
 *       before that version. Of the writers on one chain only the last matters.
 *   <li>At a writer: every reader of an earlier version comes before the writer. Of the versions on
 *       one chain only the last matters.
 *   <li>Under snapshot isolation two writers of a key do not overlap: if one starts before the
 *       other commits, it commits before the other starts.
 *   <li>Where nothing more follows, look at the reads with several candidates. A candidate falls if
 *       the reader comes before it, or if another writer of the key lies between it and the reader.
 *       If one is left, go on ({@link OpenReads}).
 * </ol>
 *
 * <p>Steps 2 to 4 look at all that comes before a node when the sweep comes to it ({@link
 * FullLook}), and later only at what is new there ({@link NewsLook}). O(reads × chains × log
 * writers) for the first look, and that of what changes later, which is little where sessions see
 * one another's writes soon.
 */
final class Pruning {
  private final Polygraph graph;
  private final Budget budget;
  private final Inferences inferences;

  /** How many nodes the sweep came to. */
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
    Sweep sweep = new Sweep(graph.edges, known, rank(), reachability, budget);
    WriterSegments writers = new WriterSegments(graph, chains);
    WriterSearch search = new WriterSearch(graph, writers, reachability);
    InferredEdges edges = new InferredEdges(graph, reachability, sweep, inferences);
    OpenReads openReads = new OpenReads(graph, reachability, writers, search, edges, inferences);
    FullLook full = new FullLook(graph, chains, reachability, writers, search, edges, openReads);
    NewsLook news = new NewsLook(graph, chains, reachability, edges, openReads);
    Sweep.Rule rule = node -> look(node, full, news);
    try {
      // Step 1.
      boolean possible = sweep.run(rule);
      // Step 5, and steps 2 to 4 for what it decided.
      while (possible && openReads.decide()) {
        possible = inferences.impossibleObservation() < 0 && sweep.catchUp(rule);
      }
      return possible && inferences.impossibleObservation() < 0;
    } finally {
      settled = sweep.settledCount();
    }
  }

  /** Sessions side by side, as most have run; stretches of time as soon as they can. */
  private int[] rank() {
    int[] rank = GuessedOrders.sideBySide(graph);
    Arrays.fill(rank, graph.start(graph.transactionCount()), graph.nodeCount, 0);
    return rank;
  }

  /** Steps 2 to 4. */
  private void look(int node, FullLook full, NewsLook news) {
    int t = graph.transactionOf(node);
    if (t < 0 || graph.optional[t]) {
      return;
    }
    if (full.wasAt(node) && news.areFew(node)) {
      news.look(node, t);
    } else {
      full.look(node, t);
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
