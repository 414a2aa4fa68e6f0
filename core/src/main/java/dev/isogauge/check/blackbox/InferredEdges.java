package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Relation;
import java.util.Arrays;

/** Adds the edges that pruning infers, each with its reason. Steps are those of {@link Pruning}. */
final class InferredEdges {
  private final Polygraph graph;
  private final Reachability reachability;
  private final Fixpoint fixpoint;
  private final Inferences inferences;
  private final Readers readers;

  /** Observations that are known. */
  private final boolean[] isKnown;

  // Observations left with one candidate: by version the last one, by observation the one before.
  private final int[] lastDecided;
  private final int[] decidedBefore;

  InferredEdges(
      Polygraph graph, Reachability reachability, Fixpoint fixpoint, Inferences inferences) {
    this.graph = graph;
    this.reachability = reachability;
    this.fixpoint = fixpoint;
    this.inferences = inferences;
    this.readers = new Readers(graph);
    lastDecided = new int[graph.versionCount()];
    decidedBefore = new int[graph.count()];
    Arrays.fill(lastDecided, NONE);
    isKnown = new boolean[graph.count()];
    for (int o = 0; o < isKnown.length; o++) {
      isKnown[o] = graph.isKnown(o);
    }
  }

  /** Whether it is known which version an observation saw, and that is not the initial one. */
  boolean isKnownVersion(int observation) {
    return isKnown[observation] && graph.candidate(observation, 0) != INITIAL;
  }

  /** Takes notice that an observation has one candidate left. */
  void decided(int observation) {
    isKnown[observation] = true;
    int version = graph.candidate(observation, 0);
    if (version != INITIAL) {
      decidedBefore[observation] = lastDecided[version];
      lastDecided[version] = observation;
      inferences.infer(observation, NONE, NONE);
      graph.addBefore(
          graph.writer(version),
          graph.reader(observation),
          Relation.READS_FROM,
          graph.read(observation));
      fixpoint.edgeAdded();
    }
  }

  /** Step 3 for the initial version, which comes before every other. */
  void followInitial(int version, int key) {
    for (int i = readers.first(key, INITIAL); i < readers.end(key, INITIAL); i++) {
      if (isKnown[readers.known(i)]) {
        addOverwritten(readers.known(i), version, NONE);
      }
    }
  }

  /** Step 4 under snapshot isolation, then step 3. */
  void followVersion(int earlier, int later, int key) {
    int start = graph.start(graph.writer(earlier));
    if (graph.snapshots) {
      addBefore(earlier, later, NONE, start, graph.commit(graph.writer(later)));
    }
    int commit = graph.commit(graph.writer(later));
    for (int i = readers.first(key, earlier); i < readers.end(key, earlier); i++) {
      if (!reachability.reaches(readers.start(i), commit) && isKnown[readers.known(i)]) {
        addOverwritten(readers.known(i), later, start);
      }
    }
    for (int o = lastDecided[earlier]; o != NONE; o = decidedBefore[o]) {
      addOverwritten(o, later, start);
    }
  }

  /** A writer comes after a reader, because it comes after the start of what was read. */
  void addOverwritten(int observation, int version, int start) {
    int reader = graph.reader(observation);
    int writer = graph.writer(version);
    if (writer != reader && !reachability.reaches(graph.start(reader), graph.commit(writer))) {
      inferences.infer(observation, start, start == NONE ? NONE : graph.commit(writer));
      graph.addOverwritten(reader, writer, graph.read(observation));
      fixpoint.edgeAdded();
    }
  }

  /** Orders two writers of a key, because of an observation and a path, where there are such. */
  void addBefore(int earlier, int later, int observation, int pathFrom, int pathTo) {
    int from = graph.writer(earlier);
    int to = graph.writer(later);
    if (!reachability.reaches(graph.commit(from), graph.start(to))) {
      inferences.infer(observation, pathFrom, pathTo);
      graph.addBefore(from, to, Relation.OVERWRITES, graph.write(later));
      fixpoint.edgeAdded();
    }
  }
}
