package dev.isogauge.check.blackbox;

import dev.isogauge.history.History;

/**
 * The observations that may have seen each version: known ones, and those with other candidates.
 */
final class Readers {
  private final Polygraph graph;
  private final int[] firstKnown;
  private final int[] known;
  private final int[] firstUndecided;
  private final int[] undecided;

  Readers(Polygraph graph) {
    this.graph = graph;
    int versions = graph.versionCount() + graph.history.keyCount();
    firstKnown = new int[versions + 2];
    firstUndecided = new int[versions + 2];
    for (int o = 0; o < graph.observationCount(); o++) {
      for (int i = 0; i < graph.candidateCount(o); i++) {
        int index = indexOf(graph.observationKey.getInt(o), graph.candidate(o, i));
        (graph.candidateCount(o) == 1 ? firstKnown : firstUndecided)[index + 2]++;
      }
    }
    for (int v = 2; v < firstKnown.length; v++) {
      firstKnown[v] += firstKnown[v - 1];
      firstUndecided[v] += firstUndecided[v - 1];
    }
    known = new int[firstKnown[versions + 1]];
    undecided = new int[firstUndecided[versions + 1]];
    for (int o = 0; o < graph.observationCount(); o++) {
      for (int i = 0; i < graph.candidateCount(o); i++) {
        int index = indexOf(graph.observationKey.getInt(o), graph.candidate(o, i));
        if (graph.candidateCount(o) == 1) {
          known[firstKnown[index + 1]++] = o;
        } else {
          undecided[firstUndecided[index + 1]++] = o;
        }
      }
    }
  }

  /** Versions first, then the initial versions of the keys. */
  private int indexOf(int key, int version) {
    return version == History.INITIAL ? graph.versionCount() + key : version;
  }

  int first(int key, int version) {
    return firstKnown[indexOf(key, version)];
  }

  int end(int key, int version) {
    return firstKnown[indexOf(key, version) + 1];
  }

  /** An observation with this version as its only candidate. */
  int known(int index) {
    return known[index];
  }

  int firstUndecided(int key, int version) {
    return firstUndecided[indexOf(key, version)];
  }

  int endUndecided(int key, int version) {
    return firstUndecided[indexOf(key, version) + 1];
  }

  /** An observation with this version among several candidates. */
  int undecided(int index) {
    return undecided[index];
  }
}
