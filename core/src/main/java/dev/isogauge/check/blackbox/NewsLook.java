package dev.isogauge.check.blackbox;

/**
 * Looks again at a node that was looked at, for the few nodes that reach it only since then: node
 * by node instead of key by key. Steps are those of {@link Pruning}.
 */
final class NewsLook {
  /** News of more nodes are looked at key by key. */
  private static final int FEW_STEPS = 1_000;

  private final Polygraph graph;
  private final ChainCover chains;
  private final Reachability reachability;
  private final InferredEdges edges;
  private final OpenReads openReads;

  NewsLook(
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

  /** Whether the news of a node are few. */
  boolean areFew(int node) {
    return reachability.newsSteps(node) <= FEW_STEPS;
  }

  /** Steps 2 to 4 for each node that did not reach this one when it was looked at before. */
  void look(int node, int t) {
    long keysRead = graph.isStart(node) ? keysRead(t) : 0;
    long keysWritten = graph.isCommit(node) ? keysWritten(t) : 0;
    if (graph.isStart(node)) {
      openReads.moved(t);
    }
    RowGrowth news = reachability.newsByChain();
    for (int i = 0; i < news.size(); i++) {
      int chain = news.cell(i);
      // The last one first: once it comes before a version, so do the others.
      for (int at = reachability.latest(node, chain); at > news.before(i); at--) {
        int other = chains.node(chain, at);
        int writer = graph.transactionOf(other);
        if (writer < 0 || writer == t || graph.optional[writer]) {
          continue;
        }
        long keys =
            (graph.isCommit(other) ? keysRead : 0) | (graph.isStart(other) ? keysWritten : 0);
        for (int k = graph.writerFirst[writer];
            keys != 0 && k < graph.writerFirst[writer + 1];
            k++) {
          if ((keys >>> graph.writerKeys[k] & 1) != 0) {
            lookAtWriter(node, t, other, graph.writerVersions[k], graph.writerKeys[k]);
          }
        }
      }
    }
  }

  /** The keys of what the transaction is known to have read, by their last bits. */
  private long keysRead(int t) {
    long keys = 0;
    for (int o = graph.readerFirst[t]; o < graph.readerFirst[t + 1]; o++) {
      if (edges.isKnownVersion(o)) {
        keys |= 1L << graph.observationKey.getInt(o);
      }
    }
    return keys;
  }

  private long keysWritten(int t) {
    long keys = 0;
    for (int i = graph.writerFirst[t]; i < graph.writerFirst[t + 1]; i++) {
      keys |= 1L << graph.writerKeys[i];
      openReads.keyMoved(graph.writerKeys[i]);
    }
    return keys;
  }

  /** Steps 2 to 4 for a node of a transaction and another that reaches it and writes a key. */
  private void lookAtWriter(int node, int t, int other, int version, int key) {
    if (graph.isStart(node) && graph.isCommit(other)) {
      for (int o = graph.readerFirst[t]; o < graph.readerFirst[t + 1]; o++) {
        if (graph.observationKey.getInt(o) == key
            && edges.isKnownVersion(o)
            && graph.candidate(o, 0) != version) {
          edges.addBefore(version, graph.candidate(o, 0), o, other, node);
        }
      }
    }
    if (graph.isCommit(node) && graph.isStart(other)) {
      for (int i = graph.writerFirst[t]; i < graph.writerFirst[t + 1]; i++) {
        if (graph.writerKeys[i] == key) {
          edges.followVersion(version, graph.writerVersions[i], key);
        }
      }
    }
  }
}
