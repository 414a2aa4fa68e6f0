package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import java.util.Arrays;

/**
 * Looks at all that comes before a node, key by key: the first time that the sweep comes to it, and
 * later if too much is new for {@link NewsLook}. Steps are those of {@link Pruning}.
 */
final class FullLook {
  /**
   * Up to this many cells of news are looked at one by one, also if earlier versions cover some.
   */
  private static final int FEW_NEWS = 4;

  /** Up to this many versions of a key are looked at one by one, however few its chains are. */
  private static final int FEW_VERSIONS = 8;

  private final Polygraph graph;
  private final ChainCover chains;
  private final Reachability reachability;
  private final WriterSegments writers;
  private final WriterSearch search;
  private final EarlierVersions earlier;
  private final InferredEdges edges;
  private final OpenReads openReads;

  /** By node. */
  private final boolean[] isLookedAt;

  /** By chain: the position up to which its nodes were looked at. */
  private final int[] lookedAtEnd;

  /**
   * Whether nodes that were not looked at reach the one at hand, because an edge was added from
   * them to one that was. The versions that {@link EarlierVersions} knows are not all, then.
   */
  private boolean isReachedFromAhead;

  private final int[] readVersion = new int[1];

  FullLook(
      Polygraph graph,
      ChainCover chains,
      Reachability reachability,
      WriterSegments writers,
      WriterSearch search,
      InferredEdges edges,
      OpenReads openReads) {
    this.graph = graph;
    this.chains = chains;
    this.reachability = reachability;
    this.writers = writers;
    this.search = search;
    this.earlier = new EarlierVersions(graph, reachability);
    this.edges = edges;
    this.openReads = openReads;
    isLookedAt = new boolean[graph.nodeCount];
    lookedAtEnd = new int[chains.count()];
    Arrays.fill(lookedAtEnd, NONE);
  }

  boolean wasAt(int node) {
    return isLookedAt[node];
  }

  /** Steps 2 to 4 for a node of a transaction. */
  void look(int node, int t) {
    boolean isFirst = !isLookedAt[node];
    isLookedAt[node] = true;
    if (isFirst && reachability.isByChains()) {
      lookedAtEnd[chains.of(node)] = chains.position(node);
      isReachedFromAhead = reachability.keepAhead(node, lookedAtEnd);
    }
    if (graph.isStart(node)) {
      openReads.moved(t);
      for (int o = graph.readerFirst[t]; o < graph.readerFirst[t + 1]; o++) {
        if (edges.isKnownVersion(o)) {
          lookAtRead(o, graph.candidate(o, 0), isFirst);
        }
      }
      for (int i = graph.writerFirst[t]; isFirst && i < graph.writerFirst[t + 1]; i++) {
        earlier.add(graph.writerVersions[i], graph.writerKeys[i], node);
      }
    }
    if (graph.isCommit(node)) {
      for (int i = graph.writerFirst[t]; i < graph.writerFirst[t + 1]; i++) {
        lookAtWrite(graph.writerVersions[i], graph.writerKeys[i], isFirst);
      }
    }
  }

  /** Step 2, along the key's last versions if these are few, else along chains. */
  private void lookAtRead(int observation, int version, boolean isFirst) {
    int key = graph.observationKey.getInt(observation);
    boolean alongVersions =
        isFirst
            && reachability.isByChains()
            && earlier.end(key) - earlier.orderedEnd(version) <= writers.segmentCount(key);
    if (alongVersions) {
      lookAtVersions(observation, version, key);
    }
    if (!alongVersions || isReachedFromAhead) {
      lookAtChains(observation, version, key, alongVersions);
    }
  }

  /**
   * Step 2 along the key's versions that were looked at and may come after the one that was read.
   */
  private void lookAtVersions(int observation, int version, int key) {
    int node = graph.start(graph.observationReader.getInt(observation));
    int start = graph.start(graph.versionWriter[version]);
    for (int i = earlier.end(key) - 1; i >= earlier.orderedEnd(version); i--) {
      int commit = earlier.commitAt(i);
      if (earlier.versionAt(i) != version
          && reachability.reaches(commit, node)
          && !reachability.reaches(commit, start)) {
        edges.addBefore(earlier.versionAt(i), version, observation, commit, node);
      }
    }
  }

  /** Step 2. Writers that reach the version that was read need not be looked at. */
  private void lookAtChains(int observation, int version, int key, boolean onlyAhead) {
    int reader = graph.observationReader.getInt(observation);
    int node = graph.start(reader);
    int end = writers.endSegment(key);
    readVersion[0] = graph.start(graph.versionWriter[version]);
    for (int segment = nextUnread(writers.firstSegment(key), end, node, onlyAhead);
        segment < end;
        segment = nextUnread(segment + 1, end, node, onlyAhead)) {
      int last = search.lastBefore(segment, reader);
      if (last != NONE
          && !search.isBefore(segment, last, readVersion[0])
          && writers.version(last) != version) {
        int before = writers.version(last);
        edges.addBefore(
            before, version, observation, graph.commit(graph.versionWriter[before]), node);
      }
    }
  }

  private int nextUnread(int segment, int end, int node, boolean onlyAhead) {
    return writers.nextNews(reachability, onlyAhead, segment, end, node, readVersion, 1);
  }

  /** Steps 3 and 4. Writers that reach an earlier version have been looked at there. */
  private void lookAtWrite(int version, int key, boolean isFirst) {
    openReads.keyMoved(key);
    earlier.clear();
    int commit = graph.commit(graph.versionWriter[version]);
    boolean alongVersions = isFirst && reachability.isByChains() && followVersions(version, key);
    if (!alongVersions && (isFirst || reachability.newsCount() > FEW_NEWS)) {
      earlier.collect(key, commit);
    }
    if (isFirst && earlier.size() == 0) {
      edges.followInitial(version, key);
    }
    if (!alongVersions || isReachedFromAhead) {
      followChains(version, key, commit, alongVersions);
    }
  }

  /**
   * Steps 3 and 4 along the key's versions that were looked at: the latest first, down to where all
   * come before one of them. Returns whether that took no more steps than along chains.
   */
  private boolean followVersions(int version, int key) {
    int commit = graph.commit(graph.versionWriter[version]);
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

  /** Steps 3 and 4 along the chains in the news, or only those from ahead. */
  private void followChains(int version, int key, int commit, boolean onlyAhead) {
    int end = writers.endSegment(key);
    for (int segment = nextUncovered(writers.firstSegment(key), end, commit, onlyAhead);
        segment < end;
        segment = nextUncovered(segment + 1, end, commit, onlyAhead)) {
      int last = search.lastStarted(segment, version);
      if (last != NONE && !earlier.covers(writers.chain(segment), writers.position(last))) {
        edges.followVersion(writers.version(last), version, key);
      }
    }
    for (int i = 0; !onlyAhead && i < earlier.size(); i++) {
      if (reachability.hasNewsFrom(graph.start(graph.versionWriter[earlier.version(i)]))) {
        edges.followVersion(earlier.version(i), version, key);
      }
    }
  }

  private int nextUncovered(int segment, int end, int commit, boolean onlyAhead) {
    return writers.nextNews(
        reachability, onlyAhead, segment, end, commit, earlier.commits(), earlier.size());
  }
}
