package dev.isogauge.check.blackbox;

import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import java.util.List;

/**
 * The observations that may have seen each version: known ones, and those with other candidates.
 */
final class Readers {
  private final Polygraph graph;

  /** By version, and then by key for initial versions: the observations. */
  private final Digraph known;

  private final Digraph undecided;

  /** By index of a known observation: the start of its reader, which is asked for most. */
  private final int[] starts;

  Readers(Polygraph graph) {
    this.graph = graph;
    EdgeList only = new EdgeList();
    EdgeList several = new EdgeList();
    for (int o = 0; o < graph.count(); o++) {
      EdgeList readers = graph.candidateCount(o) == 1 ? only : several;
      for (int i = 0; i < graph.candidateCount(o); i++) {
        readers.add(indexOf(graph.key(o), graph.candidate(o, i)), o);
      }
    }
    int versions = graph.versionCount() + graph.history.keyCount();
    known = Digraph.of(versions, List.of(only));
    undecided = Digraph.of(versions, List.of(several));
    starts = new int[known.edgeCount()];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = graph.start(graph.reader(known.target(i)));
    }
  }

  /** Versions first, then the initial versions of the keys. */
  private int indexOf(int key, int version) {
    return version == History.INITIAL ? graph.versionCount() + key : version;
  }

  int first(int key, int version) {
    return known.firstEdge(indexOf(key, version));
  }

  int end(int key, int version) {
    return known.endEdge(indexOf(key, version));
  }

  /** An observation with this version as its only candidate. */
  int known(int index) {
    return known.target(index);
  }

  /** Where the reader of such an observation starts. */
  int start(int index) {
    return starts[index];
  }

  boolean hasUndecided() {
    return undecided.edgeCount() > 0;
  }

  int firstUndecided(int key, int version) {
    return undecided.firstEdge(indexOf(key, version));
  }

  int endUndecided(int key, int version) {
    return undecided.endEdge(indexOf(key, version));
  }

  /** An observation with this version among several candidates. */
  int undecided(int index) {
    return undecided.target(index);
  }
}
