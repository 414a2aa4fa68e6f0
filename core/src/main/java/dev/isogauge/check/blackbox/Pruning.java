package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.StrongComponents;
import it.unimi.dsi.fastutil.ints.IntArrayList;
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
 *       If one is left, go on.
 * </ol>
 *
 * <p>A path that is found makes steps 2 to 4 look at the nodes it comes from. O(reads × chains ×
 * log writers) for the first look, and that of what changes later, which is little where sessions
 * see one another's writes soon.
 */
final class Pruning {
  /** News of no more cells are looked at one by one, also if earlier versions cover some. */
  private static final int FEW_NEWS = 4;

  /** News of no more nodes are looked at node by node, instead of key by key. */
  private static final int FEW_STEPS = 1_000;

  /** So many versions of a key are looked at one by one, however few its chains are. */
  private static final int FEW_VERSIONS = 8;

  private final Polygraph graph;
  private final Budget budget;
  private final Inferences inferences;
  private ChainCover chains;
  private WriterSegments writers;
  private Reachability reachability;
  private WriterSearch search;
  private Sweep sweep;

  /** How many nodes the sweep came to. */
  private int settled;

  private boolean isDone;

  /** The memory that was not there; 0 if it was. */
  private long skippedBytes;

  private Readers readers;

  // Observations whose candidates fell but for one: by version the last one, by observation the one
  // before.
  private int[] lastDecided;
  private int[] decidedBefore;

  /** Observations that are known. */
  private boolean[] isKnown;

  private EarlierVersions earlier;

  /** Of each chain the last writer of a key that comes before a reader. */
  private final IntArrayList lastBefore = new IntArrayList();

  private final int[] readVersion = new int[1];

  /** By node. */
  private boolean[] isLookedAt;

  /** By chain: the position up to which its nodes were looked at. */
  private int[] lookedAtEnd;

  /**
   * Whether nodes that were not looked at reach the one at hand, because an edge was added from
   * them to one that was. The versions that {@link EarlierVersions} knows are not all, then.
   */
  private boolean isReachedFromAhead;

  /** By key: whether more comes before one of its writers than when step 5 looked at it. */
  private boolean[] isKeyMoved;

  /** By transaction: whether more comes before it than when step 5 looked at it. */
  private boolean[] isMoved;

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
    chains = new ChainCover(graph);
    long bytes = Reachability.bytes(graph.nodeCount, chains.count());
    if (!Reachability.isPossible(graph.nodeCount, chains.count())
        || Math.min(budget.freeBytes(), Runtime.getRuntime().maxMemory() / 3) < bytes) {
      skippedBytes = bytes;
      return true;
    }
    budget.reserve(bytes, "the reach of transactions");
    try {
      writers = new WriterSegments(graph, chains);
      readers = new Readers(graph);
      reachability = new Reachability(chains, graph.nodeCount);
      sweep = new Sweep(graph.edges, known, rank(), reachability, budget);
      search = new WriterSearch(graph, writers, reachability);
      earlier = new EarlierVersions(graph, reachability);
      boolean possible = prune();
      isDone = true;
      return possible;
    } finally {
      settled = sweep == null ? 0 : sweep.settledCount();
      chains = null;
      writers = null;
      readers = null;
      reachability = null;
      search = null;
      earlier = null;
      sweep = null;
      budget.release(bytes);
    }
  }

  /** Sessions side by side, as most have run; stretches of time as soon as they can. */
  private int[] rank() {
    int[] rank = GuessedOrders.sideBySide(graph);
    Arrays.fill(rank, graph.start(graph.transactionCount()), graph.nodeCount, 0);
    return rank;
  }

  private boolean prune() {
    lastDecided = new int[graph.versionCount()];
    decidedBefore = new int[graph.observationCount()];
    Arrays.fill(lastDecided, NONE);
    isKnown = new boolean[graph.observationCount()];
    for (int o = 0; o < isKnown.length; o++) {
      isKnown[o] = graph.isKnown(o);
    }
    isLookedAt = new boolean[graph.nodeCount];
    lookedAtEnd = new int[chains.count()];
    Arrays.fill(lookedAtEnd, NONE);
    isKeyMoved = new boolean[graph.history.keyCount()];
    isMoved = new boolean[graph.transactionCount()];
    // Step 1.
    if (!sweep.run(this::look)) {
      return false;
    }
    // Step 5, and steps 2 to 4 for what it decided.
    while (decideReads()) {
      if (inferences.impossibleObservation() >= 0 || !sweep.catchUp(this::look)) {
        return false;
      }
    }
    return inferences.impossibleObservation() < 0;
  }

  /** Steps 2 to 4. */
  private void look(int node) {
    int t = graph.transactionOf(node);
    if (t < 0 || graph.optional[t]) {
      return;
    }
    boolean isFirst = !isLookedAt[node];
    if (!isFirst && reachability.newsSteps(node) <= FEW_STEPS) {
      lookAtNews(node, t);
      return;
    }
    isLookedAt[node] = true;
    if (isFirst && reachability.isByChains()) {
      lookedAtEnd[chains.of(node)] = chains.position(node);
      isReachedFromAhead = reachability.keepAhead(node, lookedAtEnd);
    }
    if (graph.isStart(node)) {
      isMoved[t] = true;
      for (int o = graph.readerFirst[t]; o < graph.readerFirst[t + 1]; o++) {
        if (isKnown[o] && graph.candidate(o, 0) != INITIAL) {
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

  /** Steps 2 to 4 for each node that did not reach this one when it was looked at before. */
  private void lookAtNews(int node, int t) {
    long keysRead = graph.isStart(node) ? keysRead(t) : 0;
    long keysWritten = graph.isCommit(node) ? keysWritten(t) : 0;
    isMoved[t] |= graph.isStart(node);
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
      if (isKnown[o] && graph.candidate(o, 0) != INITIAL) {
        keys |= 1L << graph.observationKey.getInt(o);
      }
    }
    return keys;
  }

  private long keysWritten(int t) {
    long keys = 0;
    for (int i = graph.writerFirst[t]; i < graph.writerFirst[t + 1]; i++) {
      keys |= 1L << graph.writerKeys[i];
      isKeyMoved[graph.writerKeys[i]] = true;
    }
    return keys;
  }

  /** Steps 2 to 4 for a node of a transaction and another that reaches it and writes a key. */
  private void lookAtWriter(int node, int t, int other, int version, int key) {
    if (graph.isStart(node) && graph.isCommit(other)) {
      for (int o = graph.readerFirst[t]; o < graph.readerFirst[t + 1]; o++) {
        if (graph.observationKey.getInt(o) == key
            && isKnown[o]
            && graph.candidate(o, 0) != INITIAL
            && graph.candidate(o, 0) != version) {
          addBefore(version, graph.candidate(o, 0), o, other, node);
        }
      }
    }
    if (graph.isCommit(node) && graph.isStart(other)) {
      for (int i = graph.writerFirst[t]; i < graph.writerFirst[t + 1]; i++) {
        if (graph.writerKeys[i] == key) {
          followVersion(version, graph.writerVersions[i], key);
        }
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
        addBefore(earlier.versionAt(i), version, observation, commit, node);
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
        addBefore(before, version, observation, graph.commit(graph.versionWriter[before]), node);
      }
    }
  }

  private int nextUnread(int segment, int end, int node, boolean onlyAhead) {
    return writers.nextNews(reachability, onlyAhead, segment, end, node, readVersion, 1);
  }

  /** Steps 3 and 4. Writers that reach an earlier version have been looked at there. */
  private void lookAtWrite(int version, int key, boolean isFirst) {
    isKeyMoved[key] = true;
    earlier.clear();
    int commit = graph.commit(graph.versionWriter[version]);
    boolean alongVersions = isFirst && reachability.isByChains() && followVersions(version, key);
    if (!alongVersions && (isFirst || reachability.newsCount() > FEW_NEWS)) {
      earlier.collect(key, commit);
    }
    if (isFirst && earlier.size() == 0) {
      followInitial(version, key);
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
          followVersion(other, version, key);
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
        followVersion(writers.version(last), version, key);
      }
    }
    for (int i = 0; !onlyAhead && i < earlier.size(); i++) {
      if (reachability.hasNewsFrom(graph.start(graph.versionWriter[earlier.version(i)]))) {
        followVersion(earlier.version(i), version, key);
      }
    }
  }

  private int nextUncovered(int segment, int end, int commit, boolean onlyAhead) {
    return writers.nextNews(
        reachability, onlyAhead, segment, end, commit, earlier.commits(), earlier.size());
  }

  /** Step 3 for the initial version, which comes before every other. */
  private void followInitial(int version, int key) {
    for (int i = readers.first(key, INITIAL); i < readers.end(key, INITIAL); i++) {
      if (isKnown[readers.known(i)]) {
        addOverwritten(readers.known(i), version, NONE);
      }
    }
  }

  /** Step 4 under snapshot isolation, then step 3. */
  private void followVersion(int earlier, int later, int key) {
    int start = graph.start(graph.versionWriter[earlier]);
    if (graph.snapshots) {
      addBefore(earlier, later, NONE, start, graph.commit(graph.versionWriter[later]));
    }
    int commit = graph.commit(graph.versionWriter[later]);
    for (int i = readers.first(key, earlier); i < readers.end(key, earlier); i++) {
      if (!reachability.reaches(readers.start(i), commit) && isKnown[readers.known(i)]) {
        addOverwritten(readers.known(i), later, start);
      }
    }
    for (int o = lastDecided[earlier]; o != NONE; o = decidedBefore[o]) {
      addOverwritten(o, later, start);
    }
  }

  /** Step 5; returns whether anything followed. */
  private boolean decideReads() {
    boolean changed = false;
    boolean[] moved = isMoved;
    boolean[] keyMoved = isKeyMoved;
    isMoved = new boolean[moved.length];
    isKeyMoved = new boolean[keyMoved.length];
    for (int o = 0; o < graph.observationCount() && inferences.impossibleObservation() < 0; o++) {
      int reader = graph.observationReader.getInt(o);
      if (graph.candidateCount(o) != 1
          && !graph.optional[reader]
          && (moved[reader] || keyMoved[graph.observationKey.getInt(o)])) {
        changed |= decideRead(o, reader);
      }
    }
    return changed;
  }

  /** Step 5 for one observation. */
  private boolean decideRead(int observation, int reader) {
    findLastBefore(graph.observationKey.getInt(observation), reader);
    for (int i = graph.candidateCount(observation) - 1; i >= 0; i--) {
      int version = graph.candidate(observation, i);
      if (isLate(observation, version, reader) || isOverwritten(observation, version, reader)) {
        graph.dropCandidate(observation, i);
      }
    }
    if (graph.candidateCount(observation) == 0) {
      inferences.setImpossible(observation);
      return true;
    }
    if (!graph.isKnown(observation)) {
      return false;
    }
    isKnown[observation] = true;
    int version = graph.candidate(observation, 0);
    if (version != INITIAL) {
      decidedBefore[observation] = lastDecided[version];
      lastDecided[version] = observation;
      inferences.infer(observation, NONE, NONE);
      graph.addBefore(
          graph.versionWriter[version],
          reader,
          Relation.READS_FROM,
          graph.observationOperation.getInt(observation));
      sweep.edgeAdded();
    }
    orderWriters(observation, version);
    return true;
  }

  private boolean isLate(int observation, int version, int reader) {
    if (version == INITIAL) {
      return false;
    }
    int commit = graph.commit(graph.versionWriter[version]);
    boolean late = reachability.reaches(graph.start(reader), commit);
    if (late) {
      inferences.drop(observation, graph.start(reader), commit, NONE);
    }
    return late;
  }

  private void findLastBefore(int key, int reader) {
    lastBefore.clear();
    for (int segment = writers.firstSegment(key); segment < writers.endSegment(key); segment++) {
      int index = search.lastBefore(segment, reader);
      if (index != NONE) {
        lastBefore.add(writers.version(index));
      }
    }
  }

  /** Whether a writer is known to lie between a version and its reader. */
  private boolean isOverwritten(int observation, int version, int reader) {
    int start = version == INITIAL ? NONE : graph.start(graph.versionWriter[version]);
    for (int i = 0; i < lastBefore.size(); i++) {
      int last = lastBefore.getInt(i);
      int between = graph.commit(graph.versionWriter[last]);
      if (last != version && (version == INITIAL || reachability.reaches(start, between))) {
        inferences.drop(observation, between, graph.start(reader), last);
        if (version != INITIAL) {
          inferences.drop(observation, start, between, last);
        }
        return true;
      }
    }
    return false;
  }

  /** Steps 2 and 3 for a read that was decided after its reader and the writers were looked at. */
  private void orderWriters(int observation, int version) {
    int reader = graph.observationReader.getInt(observation);
    int key = graph.observationKey.getInt(observation);
    for (int segment = writers.firstSegment(key); segment < writers.endSegment(key); segment++) {
      if (version == INITIAL) {
        addOverwritten(observation, writers.first(segment), NONE);
        continue;
      }
      int index = search.lastBefore(segment, reader);
      int last = index == NONE ? NONE : writers.version(index);
      if (last != NONE && last != version) {
        addBefore(
            last,
            version,
            observation,
            graph.commit(graph.versionWriter[last]),
            graph.start(reader));
      }
      int next = search.firstAfter(segment, version);
      if (next != NONE) {
        addOverwritten(observation, next, graph.start(graph.versionWriter[version]));
      }
    }
  }

  /** A writer comes after a reader, because it comes after the start of what was read. */
  private void addOverwritten(int observation, int version, int start) {
    int reader = graph.observationReader.getInt(observation);
    int writer = graph.versionWriter[version];
    if (writer != reader && !reachability.reaches(graph.start(reader), graph.commit(writer))) {
      inferences.infer(observation, start, start == NONE ? NONE : graph.commit(writer));
      graph.addOverwritten(reader, writer, graph.observationOperation.getInt(observation));
      sweep.edgeAdded();
    }
  }

  /** Orders two writers of a key, because of an observation and a path, where there are such. */
  private void addBefore(int earlier, int later, int observation, int pathFrom, int pathTo) {
    int from = graph.versionWriter[earlier];
    int to = graph.versionWriter[later];
    if (!reachability.reaches(graph.commit(from), graph.start(to))) {
      inferences.infer(observation, pathFrom, pathTo);
      graph.addBefore(from, to, Relation.OVERWRITES, graph.versionOperation[later]);
      sweep.edgeAdded();
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
            Math.min(99, share), OpenPairs.all(graph));
  }

  /** Why each edge was added and each candidate fell. */
  Inferences inferences() {
    return inferences;
  }
}
