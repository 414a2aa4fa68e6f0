package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

/** Finds the last or first of a segment's writers that the reach puts before or after a node. */
final class WriterSearch {

  private final Polygraph graph;
  private final WriterSegments writers;
  private final Reachability reachability;

  /** How far a commit is behind its start, in numbers of nodes and on a chain. */
  private final int commitAhead;

  WriterSearch(Polygraph graph, WriterSegments writers, Reachability reachability) {
    this.graph = graph;
    this.writers = writers;
    this.reachability = reachability;
    commitAhead = graph.snapshots ? 1 : 0;
  }

  /**
   * The index of the segment's last other version whose writer is known to commit before the reader
   * starts.
   */
  int lastBefore(int segment, int reader) {
    int start = graph.start(reader);
    int end =
        reachability.isByChains()
            ? writers.firstBehind(
                segment, reachability.latest(start, writers.chain(segment)) - commitAhead)
            : endOfReaching(segment, start, commitAhead);
    return lastOther(segment, end, start);
  }

  /**
   * The index of the segment's last other version whose writer is known to start before the
   * version's commits.
   */
  int lastStarted(int segment, int version) {
    int writer = graph.versionWriter[version];
    int commit = graph.commit(writer);
    int end =
        reachability.isByChains()
            ? writers.firstBehind(segment, reachability.latest(commit, writers.chain(segment)))
            : endOfReaching(segment, commit, 0);
    return lastOther(segment, end, graph.start(writer));
  }

  /** Whether a version's writer is known to commit before a node, which starts a transaction. */
  boolean isBefore(int segment, int index, int start) {
    return reachability.isByChains()
        ? reachability.latest(start, writers.chain(segment))
            >= writers.position(index) + commitAhead
        : reachability.reaches(writers.start(index) + commitAhead, start);
  }

  private int lastOther(int segment, int end, int start) {
    int found = end - 1;
    if (found >= writers.begin(segment) && writers.isOf(segment, found, start)) {
      found--;
    }
    return found >= writers.begin(segment) ? found : NONE;
  }

  /**
   * The end of the segment's versions whose writers' starts, or nodes that far ahead, reach a node.
   */
  private int endOfReaching(int segment, int node, int ahead) {
    int low = writers.begin(segment);
    int high = writers.end(segment);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (reachability.reaches(writers.start(middle) + ahead, node)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The segment's first other version whose writer is known to commit after the version's started.
   */
  int firstAfter(int segment, int version) {
    int start = graph.start(graph.versionWriter[version]);
    int low = writers.begin(segment);
    int high = writers.end(segment);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (reachability.reaches(start, graph.commit(graph.versionWriter[writers.version(middle)]))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (low < writers.end(segment) && writers.version(low) == version) {
      low++;
    }
    return low < writers.end(segment) ? writers.version(low) : NONE;
  }
}
