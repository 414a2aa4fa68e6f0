package dev.isogauge.check.blackbox;

/**
 * A few late versions that come before another one. Whatever is before one of them has been treated
 * there, and need not be looked at again for the other.
 */
final class EarlierVersions {
  private static final int STEPS_BACK = 32;
  private static final int ENOUGH = 4;

  private final Polygraph graph;
  private final Reachability reachability;

  /** By key, from its first version on: the versions that were added, in that order. */
  private final int[] added;

  private final int[] addedCount;

  private final int[] versions = new int[ENOUGH];
  private final int[] commits = new int[ENOUGH];
  private int size;

  EarlierVersions(Polygraph graph, Reachability reachability) {
    this.graph = graph;
    this.reachability = reachability;
    added = new int[graph.versionCount()];
    addedCount = new int[graph.history.keyCount()];
  }

  void add(int version, int key) {
    added[graph.keyFirstVersion[key] + addedCount[key]++] = version;
  }

  /** Forgets what was found. */
  void clear() {
    size = 0;
  }

  /** Finds some of the key's last ones whose writers start before a commit. */
  void collect(int key, int commit) {
    size = 0;
    int first = graph.keyFirstVersion[key];
    int end = first + addedCount[key];
    for (int i = end - 1; i >= Math.max(first, end - STEPS_BACK) && size < ENOUGH; i--) {
      int writer = graph.versionWriter[added[i]];
      if (graph.commit(writer) != commit && reachability.reaches(graph.start(writer), commit)) {
        versions[size] = added[i];
        commits[size++] = graph.commit(writer);
      }
    }
  }

  int size() {
    return size;
  }

  int version(int index) {
    return versions[index];
  }

  /** The commits of their writers. */
  int[] commits() {
    return commits;
  }

  /** Whether a position on a chain reaches the commit of one that was found. */
  boolean covers(int chain, int position) {
    for (int i = 0; reachability.isByChains() && i < size; i++) {
      if (reachability.latest(commits[i], chain) >= position) {
        return true;
      }
    }
    return false;
  }
}
