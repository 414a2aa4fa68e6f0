package dev.isogauge.check.blackbox;

import java.util.Arrays;

/**
 * The versions of each key whose writers' starts were visited, in that order, and the frontier of
 * one that is evaluated: a few late versions before it. Whatever is before one of the frontier has
 * been evaluated there, and need not be for this one again.
 *
 * <p>The first versions of a key are mostly known to come before a late one: for each version it is
 * noted where those end.
 */
final class VersionFrontier {
  private static final int STEPS_BACK = 32;
  private static final int ENOUGH = 4;

  private final Polygraph graph;
  private final Reachability reachability;

  /** By key, from its first version on: the versions that were added, in that order. */
  private final int[] added;

  /** The starts of their writers. */
  private final int[] starts;

  private final int[] addedCount;

  /** By version: all that were added before this index come before it, or are it. */
  private final int[] orderedEnd;

  private final int[] versions = new int[ENOUGH];
  private final int[] commits = new int[ENOUGH];
  private int size;

  VersionFrontier(Polygraph graph, Reachability reachability) {
    this.graph = graph;
    this.reachability = reachability;
    added = new int[graph.versionCount()];
    starts = new int[graph.versionCount()];
    orderedEnd = new int[graph.versionCount()];
    addedCount = new int[graph.history.keyCount()];
    Arrays.setAll(addedCount, graph::firstVersion);
  }

  /** Adds a version whose writer starts at a node. */
  void add(int version, int key, int start) {
    int index = addedCount[key]++;
    added[index] = version;
    starts[index] = start;
    orderedEnd[version] = begin(key);
  }

  /** Notes that all that were added before an index come before a version, and perhaps more. */
  void setOrdered(int version, int key, int ordered) {
    int start = graph.start(graph.writer(version));
    int end = ordered;
    while (end < addedCount[key] && reachability.reaches(commitAt(end), start)) {
      end++;
    }
    orderedEnd[version] = end;
  }

  /** Where the key's added versions begin; the last one is before {@link #end}. */
  int begin(int key) {
    return graph.firstVersion(key);
  }

  int end(int key) {
    return addedCount[key];
  }

  int versionAt(int index) {
    return added[index];
  }

  int startAt(int index) {
    return starts[index];
  }

  int commitAt(int index) {
    return graph.snapshots ? starts[index] + 1 : starts[index];
  }

  /** All that were added before this index come before the version, or are it. */
  int orderedEnd(int version) {
    return orderedEnd[version];
  }

  /** Forgets what was found. */
  void clear() {
    size = 0;
  }

  /** Finds some of the key's last ones whose writers start before a commit. */
  void collect(int key, int commit) {
    size = 0;
    int end = addedCount[key];
    for (int i = end - 1; i >= Math.max(begin(key), end - STEPS_BACK) && size < ENOUGH; i--) {
      if (commitAt(i) != commit && reachability.reaches(starts[i], commit)) {
        find(i);
      }
    }
  }

  /** Takes notice of an added version whose writer starts before the commit in question. */
  void find(int index) {
    if (size < ENOUGH) {
      versions[size] = added[index];
      commits[size++] = commitAt(index);
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

  /** Whether a node reaches the commit of one that was found. */
  boolean covers(int node) {
    for (int i = 0; i < size; i++) {
      if (reachability.reaches(node, commits[i])) {
        return true;
      }
    }
    return false;
  }
}
