package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The reads with several candidates, and which of those fall by what is known: step 5 of {@link
 * Pruning}.
 */
final class OpenReads {
  private final Polygraph graph;
  private final Reachability reachability;
  private final CertainWriters writers;
  private final InferredEdges edges;
  private final Inferences inferences;

  /** By key: whether more comes before one of its writers than when this evaluated it. */
  private boolean[] isKeyChanged;

  /** By transaction: whether more comes before it than when this evaluated it. */
  private boolean[] isReaderChanged;

  /** Of each chain the last writer of a key that comes before a reader. */
  private final IntArrayList lastBefore = new IntArrayList();

  OpenReads(
      Polygraph graph,
      Reachability reachability,
      CertainWriters writers,
      InferredEdges edges,
      Inferences inferences) {
    this.graph = graph;
    this.reachability = reachability;
    this.writers = writers;
    this.edges = edges;
    this.inferences = inferences;
    isKeyChanged = new boolean[graph.history.keyCount()];
    isReaderChanged = new boolean[graph.transactionCount()];
  }

  /** More comes before a transaction. */
  void readerChanged(int t) {
    isReaderChanged[t] = true;
  }

  /** More comes before a writer of a key. */
  void keyChanged(int key) {
    isKeyChanged[key] = true;
  }

  /** Step 5; returns whether anything followed. */
  boolean decide() {
    boolean changed = false;
    boolean[] changedReaders = isReaderChanged;
    boolean[] changedKeys = isKeyChanged;
    isReaderChanged = new boolean[changedReaders.length];
    isKeyChanged = new boolean[changedKeys.length];
    for (int o = 0; o < graph.count() && inferences.impossibleObservation() < 0; o++) {
      int reader = graph.reader(o);
      if (graph.candidateCount(o) != 1
          && !graph.isOptional(reader)
          && (changedReaders[reader] || changedKeys[graph.key(o)])) {
        changed |= decideRead(o, reader);
      }
    }
    return changed;
  }

  /** Step 5 for one observation. */
  private boolean decideRead(int observation, int reader) {
    findLastBefore(graph.key(observation), reader);
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
    edges.decided(observation);
    orderWriters(observation, graph.candidate(observation, 0));
    return true;
  }

  private boolean isLate(int observation, int version, int reader) {
    if (version == INITIAL) {
      return false;
    }
    int commit = graph.commit(graph.writer(version));
    boolean late = reachability.reaches(graph.start(reader), commit);
    if (late) {
      inferences.drop(observation, graph.start(reader), commit, NONE);
    }
    return late;
  }

  private void findLastBefore(int key, int reader) {
    lastBefore.clear();
    for (int segment = writers.firstSegment(key); segment < writers.endSegment(key); segment++) {
      int index = writers.lastBefore(segment, reader);
      if (index != NONE) {
        lastBefore.add(writers.version(index));
      }
    }
  }

  /** Whether a writer is known to lie between a version and its reader. */
  private boolean isOverwritten(int observation, int version, int reader) {
    int start = version == INITIAL ? NONE : graph.start(graph.writer(version));
    for (int i = 0; i < lastBefore.size(); i++) {
      int last = lastBefore.getInt(i);
      int between = graph.commit(graph.writer(last));
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

  /** Steps 2 and 3 for a read that was decided after its reader and the writers were visited. */
  private void orderWriters(int observation, int version) {
    int reader = graph.reader(observation);
    int key = graph.key(observation);
    for (int segment = writers.firstSegment(key); segment < writers.endSegment(key); segment++) {
      if (version == INITIAL) {
        edges.addOverwritten(observation, writers.first(segment), NONE);
        continue;
      }
      int index = writers.lastBefore(segment, reader);
      int last = index == NONE ? NONE : writers.version(index);
      if (last != NONE && last != version) {
        edges.addBefore(
            last, version, observation, graph.commit(graph.writer(last)), graph.start(reader));
      }
      int next = writers.firstAfter(segment, version);
      if (next != NONE) {
        edges.addOverwritten(observation, next, graph.start(graph.writer(version)));
      }
    }
  }
}
