package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.verdict.Budget;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Decides every choice that what is known leaves only one way, until nothing more follows.
 *
 * <ol>
 *   <li>Go through the transactions along what is known, and keep up which reach which ({@link
 *       Sweep}). A cycle ends it: nothing can be chosen.
 *   <li>At a reader whose version is known: a writer of the key that comes before the reader comes
 *       before that version. Of the writers on one line only the last matters.
 *   <li>At a writer: who read a version that comes before, comes before the writer. Of the versions
 *       on one line only the last matters.
 *   <li>Under snapshot isolation two writers of a key do not overlap: if one starts before the
 *       other commits, it commits before the other starts.
 *   <li>Where nothing more follows, look at the reads with several candidates. A candidate falls if
 *       the reader comes before it, or if another writer of the key lies between it and the reader.
 *       If one is left, go on.
 * </ol>
 *
 * <p>A path that is found makes steps 2 to 4 look at the one line it comes from. O(reads × lines ×
 * log writers) for the first look, and that of what changes later, which is little where sessions
 * see one another's writes soon.
 */
final class Pruning {
  private static final int INITIAL = Polygraph.INITIAL;
  private static final int NONE = -1;

  private final Polygraph graph;
  private final Budget budget;
  private final Inferences inferences;
  private WriterLines writers;
  private Reachability reachability;
  private WriterSearch search;
  private Sweep sweep;

  /** How many nodes the sweep came to. */
  private int settled;

  private boolean isDone;

  /** The memory that was not there; 0 if it was. */
  private long skippedBytes;

  private Readers readers;

  // Facts whose candidates fell but for one: by slot the last one, by fact the one before.
  private int[] lastDecided;
  private int[] decidedBefore;

  /** Facts that are known. */
  private boolean[] isKnown;

  private EarlierVersions earlier;

  /** Of each line the last writer of a key that comes before a reader. */
  private final IntArrayList lastBefore = new IntArrayList();

  private final int[] readVersion = new int[1];
  private boolean[] isLookedAt;

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
    Lines lines = new Lines(graph);
    long bytes = Reachability.bytes(graph.nodeCount, lines.count());
    if (!Reachability.isPossible(graph.nodeCount, lines.count())
        || Math.min(budget.freeBytes(), Runtime.getRuntime().maxMemory() / 3) < bytes) {
      skippedBytes = bytes;
      return true;
    }
    budget.reserve(bytes, "the reach of transactions");
    try {
      writers = new WriterLines(graph, lines);
      readers = new Readers(graph);
      reachability = new Reachability(lines, graph.nodeCount);
      sweep = new Sweep(graph.edges, known, reachability, budget);
      search = new WriterSearch(graph, writers, reachability);
      earlier = new EarlierVersions(graph, reachability);
      boolean possible = prune();
      isDone = true;
      return possible;
    } finally {
      settled = sweep == null ? 0 : sweep.settledCount();
      writers = null;
      readers = null;
      reachability = null;
      search = null;
      earlier = null;
      sweep = null;
      budget.release(bytes);
    }
  }

  private boolean prune() {
    lastDecided = new int[graph.slotCount()];
    decidedBefore = new int[graph.factCount()];
    Arrays.fill(lastDecided, NONE);
    isKnown = new boolean[graph.factCount()];
    for (int f = 0; f < isKnown.length; f++) {
      isKnown[f] = graph.isKnown(f);
    }
    isLookedAt = new boolean[graph.slotCount()];
    isKeyMoved = new boolean[graph.history.keyCount()];
    isMoved = new boolean[graph.transactionCount()];
    if (!sweep.run(this::look)) {
      return false;
    }
    while (decideReads()) {
      if (inferences.impossibleFact() >= 0 || !sweep.catchUp(this::look)) {
        return false;
      }
    }
    return inferences.impossibleFact() < 0;
  }

  /** Steps 2 to 4. */
  private void look(int node) {
    int t = graph.transactionOf(node);
    if (t < 0 || graph.optional[t]) {
      return;
    }
    if (graph.isStart(node)) {
      isMoved[t] = true;
      for (int f = graph.readerFirst[t]; f < graph.readerFirst[t + 1]; f++) {
        if (isKnown[f] && graph.candidate(f, 0) != INITIAL) {
          lookAtRead(f, graph.candidate(f, 0));
        }
      }
    }
    if (graph.isCommit(node)) {
      for (int i = graph.writerFirst[t]; i < graph.writerFirst[t + 1]; i++) {
        lookAtWrite(graph.writerSlots[i]);
      }
    }
  }

  /** Step 2. Whoever reaches the version that was read need not be looked at. */
  private void lookAtRead(int fact, int slot) {
    int reader = graph.factReader.getInt(fact);
    int node = graph.start(reader);
    int key = graph.factKey.getInt(fact);
    int end = writers.endRun(key);
    readVersion[0] = graph.start(graph.slotWriter[slot]);
    for (int run = writers.nextNews(reachability, writers.firstRun(key), end, node, readVersion, 1);
        run < end;
        run = writers.nextNews(reachability, run + 1, end, node, readVersion, 1)) {
      int last = search.lastBefore(run, reader);
      if (last != NONE && writers.slot(last) != slot) {
        int before = writers.slot(last);
        addBefore(before, slot, fact, graph.commit(graph.slotWriter[before]), node);
      }
    }
  }

  /** Steps 3 and 4. Whoever reaches an earlier version has been looked at there. */
  private void lookAtWrite(int slot) {
    int key = graph.keyOfSlot(slot);
    int commit = graph.commit(graph.slotWriter[slot]);
    isKeyMoved[key] = true;
    earlier.collect(key, commit);
    if (!isLookedAt[slot]) {
      isLookedAt[slot] = true;
      earlier.add(slot, key);
      if (earlier.size() == 0) {
        followInitial(slot, key);
      }
    }
    int end = writers.endRun(key);
    for (int run = nextUncovered(writers.firstRun(key), end, commit);
        run < end;
        run = nextUncovered(run + 1, end, commit)) {
      int last = search.lastStarted(run, slot);
      if (last != NONE && !earlier.covers(writers.line(run), writers.position(last))) {
        followVersion(writers.slot(last), slot);
      }
    }
    for (int i = 0; i < earlier.size(); i++) {
      if (reachability.hasNewsFrom(graph.start(graph.slotWriter[earlier.slot(i)]))) {
        followVersion(earlier.slot(i), slot);
      }
    }
  }

  private int nextUncovered(int run, int end, int commit) {
    return writers.nextNews(reachability, run, end, commit, earlier.commits(), earlier.size());
  }

  private void followInitial(int slot, int key) {
    for (int i = readers.first(key, INITIAL); i < readers.end(key, INITIAL); i++) {
      if (isKnown[readers.known(i)]) {
        addOverwritten(readers.known(i), slot, NONE);
      }
    }
  }

  private void followVersion(int earlier, int later) {
    int key = graph.keyOfSlot(later);
    int start = graph.start(graph.slotWriter[earlier]);
    if (graph.snapshots) {
      addBefore(earlier, later, NONE, start, graph.commit(graph.slotWriter[later]));
    }
    for (int i = readers.first(key, earlier); i < readers.end(key, earlier); i++) {
      if (isKnown[readers.known(i)]) {
        addOverwritten(readers.known(i), later, start);
      }
    }
    for (int f = lastDecided[earlier]; f != NONE; f = decidedBefore[f]) {
      addOverwritten(f, later, start);
    }
  }

  /** Step 5; returns whether anything followed. */
  private boolean decideReads() {
    boolean changed = false;
    boolean[] moved = isMoved;
    boolean[] keyMoved = isKeyMoved;
    isMoved = new boolean[moved.length];
    isKeyMoved = new boolean[keyMoved.length];
    for (int f = 0; f < graph.factCount() && inferences.impossibleFact() < 0; f++) {
      int reader = graph.factReader.getInt(f);
      if (graph.candidateCount(f) != 1
          && !graph.optional[reader]
          && (moved[reader] || keyMoved[graph.factKey.getInt(f)])) {
        changed |= decideRead(f, reader);
      }
    }
    return changed;
  }

  private boolean decideRead(int fact, int reader) {
    findLastBefore(graph.factKey.getInt(fact), reader);
    for (int i = graph.candidateCount(fact) - 1; i >= 0; i--) {
      int slot = graph.candidate(fact, i);
      if (isLate(fact, slot, reader) || isOverwritten(fact, slot, reader)) {
        graph.dropCandidate(fact, i);
      }
    }
    if (graph.candidateCount(fact) == 0) {
      inferences.setImpossible(fact);
      return true;
    }
    if (!graph.isKnown(fact)) {
      return false;
    }
    isKnown[fact] = true;
    int slot = graph.candidate(fact, 0);
    if (slot != INITIAL) {
      decidedBefore[fact] = lastDecided[slot];
      lastDecided[slot] = fact;
      inferences.infer(fact, NONE, NONE);
      graph.addBefore(
          graph.slotWriter[slot], reader, Relation.READS_FROM, graph.factOperation.getInt(fact));
      sweep.edgeAdded();
    }
    orderWriters(fact, slot);
    return true;
  }

  private boolean isLate(int fact, int slot, int reader) {
    if (slot == INITIAL) {
      return false;
    }
    int commit = graph.commit(graph.slotWriter[slot]);
    boolean late = reachability.reaches(graph.start(reader), commit);
    if (late) {
      inferences.drop(fact, graph.start(reader), commit, NONE);
    }
    return late;
  }

  private void findLastBefore(int key, int reader) {
    lastBefore.clear();
    for (int run = writers.firstRun(key); run < writers.endRun(key); run++) {
      int index = search.lastBefore(run, reader);
      if (index != NONE) {
        lastBefore.add(writers.slot(index));
      }
    }
  }

  /** Whether a writer is known to lie between a version and its reader. */
  private boolean isOverwritten(int fact, int slot, int reader) {
    int start = slot == INITIAL ? NONE : graph.start(graph.slotWriter[slot]);
    for (int i = 0; i < lastBefore.size(); i++) {
      int last = lastBefore.getInt(i);
      int between = graph.commit(graph.slotWriter[last]);
      if (last != slot && (slot == INITIAL || reachability.reaches(start, between))) {
        inferences.drop(fact, between, graph.start(reader), last);
        if (slot != INITIAL) {
          inferences.drop(fact, start, between, last);
        }
        return true;
      }
    }
    return false;
  }

  /** Steps 2 and 3 for a read that was decided after its reader and the writers were looked at. */
  private void orderWriters(int fact, int slot) {
    int reader = graph.factReader.getInt(fact);
    int key = graph.factKey.getInt(fact);
    for (int run = writers.firstRun(key); run < writers.endRun(key); run++) {
      if (slot == INITIAL) {
        addOverwritten(fact, writers.first(run), NONE);
        continue;
      }
      int index = search.lastBefore(run, reader);
      int last = index == NONE ? NONE : writers.slot(index);
      if (last != NONE && last != slot) {
        addBefore(last, slot, fact, graph.commit(graph.slotWriter[last]), graph.start(reader));
      }
      int next = search.firstAfter(run, slot);
      if (next != NONE) {
        addOverwritten(fact, next, graph.start(graph.slotWriter[slot]));
      }
    }
  }

  /** A writer comes after a reader, because it comes after the start of what was read. */
  private void addOverwritten(int fact, int slot, int start) {
    int reader = graph.factReader.getInt(fact);
    int writer = graph.slotWriter[slot];
    if (writer != reader && !reachability.reaches(graph.start(reader), graph.commit(writer))) {
      inferences.infer(fact, start, start == NONE ? NONE : graph.commit(writer));
      graph.addOverwritten(reader, writer, graph.factOperation.getInt(fact));
      sweep.edgeAdded();
    }
  }

  /** Orders two writers of a key, because of a fact and a path, where there are such. */
  private void addBefore(int earlier, int later, int fact, int pathFrom, int pathTo) {
    int from = graph.slotWriter[earlier];
    int to = graph.slotWriter[later];
    if (!reachability.reaches(graph.commit(from), graph.start(to))) {
      inferences.infer(fact, pathFrom, pathTo);
      graph.addBefore(from, to, Relation.OVERWRITES, graph.slotOperation[later]);
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
