package dev.isogauge.check.blackbox;

/**
 * Evaluates the rules at a node that was visited, for the delta of its row only: node by node
 * instead of key by key. Steps are those of {@link Pruning}.
 */
final class DeltaEvaluation {
  /** A delta of more nodes is evaluated key by key. */
  private static final int FEW_STEPS = 1_000;

  private final Polygraph graph;
  private final ChainCover chains;
  private final Reachability reachability;
  private final InferredEdges edges;
  private final OpenReads openReads;

  DeltaEvaluation(
      Polygraph graph,
      ChainCover chains,
      Reachability reachability,
      InferredEdges edges,
      OpenReads openReads) {
    this.graph = graph;
    this.chains = chains;
    this.reachability = reachability;
    this.edges = edges;
    this.openReads = openReads;
  }

  /** Whether the delta of a node has few nodes. */
  boolean isSmall(int node) {
    return reachability.deltaNodes(node) <= FEW_STEPS;
  }

  /** Steps 2 to 4 for each node that did not reach this one on the visit before. */
  void evaluate(int node, int t) {
    long keysRead = graph.isStart(node) ? keysRead(t) : 0;
    long keysWritten = graph.isCommit(node) ? keysWritten(t) : 0;
    if (graph.isStart(node)) {
      openReads.readerChanged(t);
    }
    RowDeltas delta = reachability.deltasByChain();
    for (int i = 0; i < delta.size(); i++) {
      int chain = delta.cell(i);
      // The last one first: once it comes before a version, so do the others.
      for (int at = reachability.latest(node, chain); at > delta.before(i); at--) {
        int other = chains.node(chain, at);
        int writer = graph.transactionOf(other);
        if (writer < 0 || writer == t || graph.isOptional(writer)) {
          continue;
        }
        long keys =
            (graph.isCommit(other) ? keysRead : 0) | (graph.isStart(other) ? keysWritten : 0);
        for (int k = graph.firstWritten(writer); keys != 0 && k < graph.endWritten(writer); k++) {
          if ((keys >>> graph.writtenKey(k) & 1) != 0) {
            evaluate(node, t, other, graph.written(k), graph.writtenKey(k));
          }
        }
      }
    }
  }

  /** The keys of what the transaction is known to have read, by their last bits. */
  private long keysRead(int t) {
    long keys = 0;
    for (int o = graph.first(t); o < graph.end(t); o++) {
      if (edges.isKnownVersion(o)) {
        keys |= 1L << graph.key(o);
      }
    }
    return keys;
  }

  private long keysWritten(int t) {
    long keys = 0;
    for (int i = graph.firstWritten(t); i < graph.endWritten(t); i++) {
      keys |= 1L << graph.writtenKey(i);
      openReads.keyChanged(graph.writtenKey(i));
    }
    return keys;
  }

  /** Steps 2 to 4 for a node of a transaction and another that reaches it and writes a key. */
  private void evaluate(int node, int t, int other, int version, int key) {
    if (graph.isStart(node) && graph.isCommit(other)) {
      for (int o = graph.first(t); o < graph.end(t); o++) {
        if (graph.key(o) == key && edges.isKnownVersion(o) && graph.candidate(o, 0) != version) {
          edges.addBefore(version, graph.candidate(o, 0), o, other, node);
        }
      }
    }
    if (graph.isCommit(node) && graph.isStart(other)) {
      for (int i = graph.firstWritten(t); i < graph.endWritten(t); i++) {
        if (graph.writtenKey(i) == key) {
          edges.followVersion(version, graph.written(i), key);
        }
      }
    }
  }
}
