package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.history.History;
import java.util.BitSet;

/** The rules of pruning in plain loops over all writers, with a matrix for what reaches what. */
final class NaivePruning {
  private final Polygraph graph;
  private final BitSet[] reaches;

  NaivePruning(Polygraph graph) {
    this.graph = graph;
    reaches = new BitSet[graph.nodeCount];
    close();
  }

  BitSet[] reach() {
    return reaches;
  }

  private void close() {
    for (int v = 0; v < reaches.length; v++) {
      reaches[v] = new BitSet();
    }
    for (int e = 0; e < graph.edges.size(); e++) {
      reaches[graph.edges.from(e)].set(graph.edges.to(e));
    }
    for (int k = 0; k < reaches.length; k++) {
      for (BitSet row : reaches) {
        if (row.get(k)) {
          row.or(reaches[k]);
        }
      }
    }
  }

  /** Whether neither a cycle nor a read without a candidate came out. */
  boolean run() {
    int edges;
    do {
      edges = graph.edges.size();
      for (int o = 0; o < graph.count(); o++) {
        if (!graph.isOptional(graph.reader(o)) && !look(o)) {
          return false;
        }
      }
      for (int a = 0; graph.snapshots && a < graph.versionCount(); a++) {
        separate(a);
      }
      close();
      for (int v = 0; v < reaches.length; v++) {
        if (reaches[v].get(v)) {
          return false;
        }
      }
    } while (graph.edges.size() > edges);
    return true;
  }

  private boolean look(int observation) {
    int reader = graph.reader(observation);
    int before = graph.candidateCount(observation);
    for (int i = before - 1; before > 1 && i >= 0; i--) {
      if (falls(observation, graph.candidate(observation, i), reader)) {
        graph.dropCandidate(observation, i);
      }
    }
    if (graph.candidateCount(observation) == 0) {
      return false;
    }
    if (graph.isKnown(observation)) {
      int version = graph.candidate(observation, 0);
      if (before > 1 && version != History.INITIAL) {
        graph.addBefore(
            graph.writer(version), reader, Relation.READS_FROM, graph.read(observation));
      }
      order(observation, version, reader);
    }
    return true;
  }

  private boolean falls(int observation, int version, int reader) {
    int start = graph.start(reader);
    boolean falls =
        version != History.INITIAL
            && (start == graph.commit(graph.writer(version))
                || reaches[start].get(graph.commit(graph.writer(version))));
    int key = graph.key(observation);
    for (int other = graph.firstVersion(key); other < graph.endVersion(key); other++) {
      int commit = graph.commit(graph.writer(other));
      falls |=
          isOther(other, version, reader)
              && reaches[commit].get(start)
              && (version == History.INITIAL
                  || reaches[graph.start(graph.writer(version))].get(commit));
    }
    return falls;
  }

  private boolean isOther(int other, int version, int reader) {
    return other != version
        && graph.writer(other) != reader
        && !graph.isOptional(graph.writer(other));
  }

  private void order(int observation, int version, int reader) {
    int key = graph.key(observation);
    for (int other = graph.firstVersion(key); other < graph.endVersion(key); other++) {
      if (!isOther(other, version, reader)) {
        continue;
      }
      int writer = graph.writer(other);
      int operation = graph.read(observation);
      if (version == History.INITIAL) {
        add(graph.start(reader), graph.commit(writer), operation);
        continue;
      }
      int seen = graph.writer(version);
      if (reaches[graph.commit(writer)].get(graph.start(reader))) {
        add(graph.commit(writer), graph.start(seen), operation);
      }
      if (reaches[graph.start(seen)].get(graph.commit(writer))) {
        add(graph.start(reader), graph.commit(writer), operation);
      }
    }
  }

  private void separate(int version) {
    int key = graph.keyOfVersion(version);
    int writer = graph.writer(version);
    for (int other = graph.firstVersion(key); other < graph.endVersion(key); other++) {
      int later = graph.writer(other);
      if (other != version
          && !graph.isOptional(writer)
          && !graph.isOptional(later)
          && reaches[graph.start(writer)].get(graph.commit(later))) {
        add(graph.commit(writer), graph.start(later), graph.write(other));
      }
    }
  }

  private void add(int from, int to, int operation) {
    if (!reaches[from].get(to)) {
      graph.edges.add(from, to, Relation.OVERWRITES, operation);
    }
  }
}
