package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import java.util.Arrays;

/**
 * Evaluates the rules for all that comes before a node, key by key: on the first visit, and later
 * if the delta is too large for {@link DeltaEvaluation}. Steps are those of {@link Pruning}.
 */
final class FullEvaluation {
  /**
   * A delta of up to this many cells is gone through as it is, also if earlier versions cover some.
   */
  private static final int SMALL_DELTA = 4;

  /** Up to this many versions of a key are gone through one by one, however few its chains are. */
  private static final int FEW_VERSIONS = 8;

  private final Polygraph graph;
  private final ChainCover chains;
  private final Reachability reachability;
  private final CertainWriters writers;
  private final VersionFrontier earlier;
  private final InferredEdges edges;
  private final OpenReads openReads;

  /** By node. */
  private final boolean[] isVisited;

  /** By chain: the position up to which its nodes were visited. */
  private final int[] visitedEnd;

  /**
   * Whether nodes that were not visited reach the one at hand, because an edge was added from them
   * to one that was. The versions that {@link VersionFrontier} knows are not all, then.
   */
  private boolean hasUnvisitedBefore;

  private final int[] readVersion = new int[1];

  FullEvaluation(
      Polygraph graph,
      ChainCover chains,
      Reachability reachability,
      CertainWriters writers,
      InferredEdges edges,
      OpenReads openReads) {
    this.graph = graph;
    this.chains = chains;
    this.reachability = reachability;
    this.writers = writers;
    this.earlier = new VersionFrontier(graph, reachability);
    this.edges = edges;
    this.openReads = openReads;
    isVisited = new boolean[graph.nodeCount];
    visitedEnd = new int[chains.count()];
    Arrays.fill(visitedEnd, NONE);
  }

  boolean wasVisited(int node) {
    return isVisited[node];
  }

  /** Steps 2 to 4 for a node of a transaction. */
  void evaluate(int node, int t) {
    boolean isFirst = !isVisited[node];
    isVisited[node] = true;
    if (isFirst && reachability.isByChains()) {
      visitedEnd[chains.of(node)] = chains.position(node);
      hasUnvisitedBefore = reachability.keepUnvisited(node, visitedEnd);
    }
    if (graph.isStart(node)) {
      openReads.readerChanged(t);
      for (int o = graph.first(t); o < graph.end(t); o++) {
        if (edges.isKnownVersion(o)) {
          evaluateRead(o, graph.candidate(o, 0), isFirst);
        }
      }
      for (int i = graph.firstWritten(t); isFirst && i < graph.endWritten(t); i++) {
        earlier.add(graph.written(i), graph.writtenKey(i), node);
      }
    }
    if (graph.isCommit(node)) {
      for (int i = graph.firstWritten(t); i < graph.endWritten(t); i++) {
        evaluateWrite(graph.written(i), graph.writtenKey(i), isFirst);
      }
    }
  }

  /** Step 2, along the key's last versions if these are few, else along chains. */
  private void evaluateRead(int observation, int version, boolean isFirst) {
    int key = graph.key(observation);
    boolean alongVersions =
        isFirst
            && reachability.isByChains()
            && earlier.end(key) - earlier.orderedEnd(version) <= writers.segmentCount(key);
    if (alongVersions) {
      orderVersions(observation, version, key);
    }
    if (!alongVersions || hasUnvisitedBefore) {
      orderChains(observation, version, key, alongVersions);
    }
  }

  /** Step 2 along the key's versions that were visited and may come after the one that was read. */
  private void orderVersions(int observation, int version, int key) {
    int node = graph.start(graph.reader(observation));
    int start = graph.start(graph.writer(version));
    for (int i = earlier.end(key) - 1; i >= earlier.orderedEnd(version); i--) {
      int commit = earlier.commitAt(i);
      if (earlier.versionAt(i) != version
          && reachability.reaches(commit, node)
          && !reachability.reaches(commit, start)) {
        edges.addBefore(earlier.versionAt(i), version, observation, commit, node);
      }
    }
  }

  /** Step 2. Writers that reach the version that was read are ordered already. */
  private void orderChains(int observation, int version, int key, boolean onlyUnvisited) {
    int reader = graph.reader(observation);
    int node = graph.start(reader);
    int end = writers.endSegment(key);
    readVersion[0] = graph.start(graph.writer(version));
    for (int segment = nextUnread(writers.firstSegment(key), end, node, onlyUnvisited);
        segment < end;
        segment = nextUnread(segment + 1, end, node, onlyUnvisited)) {
      int last = writers.lastBefore(segment, reader);
      if (last != NONE
          && !writers.isBefore(segment, last, readVersion[0])
          && writers.version(last) != version) {
        int before = writers.version(last);
        edges.addBefore(before, version, observation, graph.commit(graph.writer(before)), node);
      }
    }
  }

  private int nextUnread(int segment, int end, int node, boolean onlyUnvisited) {
    return writers.nextInDelta(onlyUnvisited, segment, end, node, readVersion, 1);
  }

  /** Steps 3 and 4. Writers that reach an earlier version were evaluated there. */
  private void evaluateWrite(int version, int key, boolean isFirst) {
    openReads.keyChanged(key);
    earlier.clear();
    int commit = graph.commit(graph.writer(version));
    boolean alongVersions = isFirst && reachability.isByChains() && followVersions(version, key);
    if (!alongVersions && (isFirst || reachability.deltaSize() > SMALL_DELTA)) {
      earlier.collect(key, commit);
    }
    if (isFirst && earlier.size() == 0) {
      edges.followInitial(version, key);
    }
    if (!alongVersions || hasUnvisitedBefore) {
      followChains(version, key, commit, alongVersions);
    }
  }

  /**
   * Steps 3 and 4 along the key's versions that were visited: the latest first, down to where all
   * come before one of them. Returns whether that took no more steps than along chains.
   */
  private boolean followVersions(int version, int key) {
    int commit = graph.commit(graph.writer(version));
    int ordered = earlier.begin(key);
    int end = earlier.end(key) - 1;
    int enough = end - Math.max(FEW_VERSIONS, writers.segmentCount(key));
    int i = end;
    for (; i >= ordered && i > enough; i--) {
      int other = earlier.versionAt(i);
      if (other != version && reachability.reaches(earlier.startAt(i), commit)) {
        if (!earlier.covers(earlier.startAt(i))) {
          edges.followVersion(other, version, key);
        }
        earlier.find(i);
        ordered = Math.max(ordered, earlier.orderedEnd(other));
      }
    }
    earlier.setOrdered(version, key, ordered);
    return i < ordered;
  }

  /** Steps 3 and 4 along the chains in the delta, or only those with unvisited nodes. */
  private void followChains(int version, int key, int commit, boolean onlyUnvisited) {
    int end = writers.endSegment(key);
    for (int segment = nextUncovered(writers.firstSegment(key), end, commit, onlyUnvisited);
        segment < end;
        segment = nextUncovered(segment + 1, end, commit, onlyUnvisited)) {
      int last = writers.lastStarted(segment, version);
      if (last != NONE && !earlier.covers(writers.chain(segment), writers.position(last))) {
        edges.followVersion(writers.version(last), version, key);
      }
    }
    for (int i = 0; !onlyUnvisited && i < earlier.size(); i++) {
      if (reachability.isInDelta(graph.start(graph.writer(earlier.version(i))))) {
        edges.followVersion(earlier.version(i), version, key);
      }
    }
  }

  private int nextUncovered(int segment, int end, int commit, boolean onlyUnvisited) {
    return writers.nextInDelta(
        onlyUnvisited, segment, end, commit, earlier.commits(), earlier.size());
  }
}
