package dev.isogauge.check.blackbox;

/** The facts that may have seen each version: known ones, and those with other candidates. */
final class Readers {
  private final Polygraph graph;
  private final int[] firstKnown;
  private final int[] known;
  private final int[] firstUndecided;
  private final int[] undecided;

  Readers(Polygraph graph) {
    this.graph = graph;
    int versions = graph.slotCount() + graph.history.keyCount();
    firstKnown = new int[versions + 2];
    firstUndecided = new int[versions + 2];
    for (int f = 0; f < graph.factCount(); f++) {
      for (int i = 0; i < graph.candidateCount(f); i++) {
        int version = version(graph.factKey.getInt(f), graph.candidate(f, i));
        (graph.candidateCount(f) == 1 ? firstKnown : firstUndecided)[version + 2]++;
      }
    }
    for (int v = 2; v < firstKnown.length; v++) {
      firstKnown[v] += firstKnown[v - 1];
      firstUndecided[v] += firstUndecided[v - 1];
    }
    known = new int[firstKnown[versions + 1]];
    undecided = new int[firstUndecided[versions + 1]];
    for (int f = 0; f < graph.factCount(); f++) {
      for (int i = 0; i < graph.candidateCount(f); i++) {
        int version = version(graph.factKey.getInt(f), graph.candidate(f, i));
        if (graph.candidateCount(f) == 1) {
          known[firstKnown[version + 1]++] = f;
        } else {
          undecided[firstUndecided[version + 1]++] = f;
        }
      }
    }
  }

  /** Slots first, then the initial versions of the keys. */
  private int version(int key, int slot) {
    return slot == Polygraph.INITIAL ? graph.slotCount() + key : slot;
  }

  int first(int key, int slot) {
    return firstKnown[version(key, slot)];
  }

  int end(int key, int slot) {
    return firstKnown[version(key, slot) + 1];
  }

  /** A fact with this version as its only candidate. */
  int known(int index) {
    return known[index];
  }

  int firstUndecided(int key, int slot) {
    return firstUndecided[version(key, slot)];
  }

  int endUndecided(int key, int slot) {
    return firstUndecided[version(key, slot) + 1];
  }

  /** A fact with this version among several candidates. */
  int undecided(int index) {
    return undecided[index];
  }
}
