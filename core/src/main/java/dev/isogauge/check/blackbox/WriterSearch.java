package dev.isogauge.check.blackbox;

/** Finds the last or first of a run's writers that the reach puts before or after a node. */
final class WriterSearch {
  private static final int NONE = -1;

  private final Polygraph graph;
  private final WriterLines writers;
  private final Reachability reachability;

  /** How far a commit is behind its start, in numbers of nodes and on a line. */
  private final int commitAhead;

  WriterSearch(Polygraph graph, WriterLines writers, Reachability reachability) {
    this.graph = graph;
    this.writers = writers;
    this.reachability = reachability;
    commitAhead = graph.snapshots ? 1 : 0;
  }

  /**
   * The index of the run's last other slot whose writer is known to commit before the reader
   * starts.
   */
  int lastBefore(int run, int reader) {
    int start = graph.start(reader);
    int end =
        reachability.isByLines()
            ? writers.firstBehind(run, reachability.latest(start, writers.line(run)) - commitAhead)
            : endOfReaching(run, start, commitAhead);
    return lastOther(run, end, reader);
  }

  /**
   * The index of the run's last other slot whose writer is known to start before the slot's
   * commits.
   */
  int lastStarted(int run, int slot) {
    int writer = graph.slotWriter[slot];
    int commit = graph.commit(writer);
    int end =
        reachability.isByLines()
            ? writers.firstBehind(run, reachability.latest(commit, writers.line(run)))
            : endOfReaching(run, commit, 0);
    return lastOther(run, end, writer);
  }

  private int lastOther(int run, int end, int transaction) {
    int found = end - 1;
    if (found >= writers.begin(run) && graph.slotWriter[writers.slot(found)] == transaction) {
      found--;
    }
    return found >= writers.begin(run) ? found : NONE;
  }

  /** The end of the run's slots whose writers' starts, or nodes that far ahead, reach a node. */
  private int endOfReaching(int run, int node, int ahead) {
    int low = writers.begin(run);
    int high = writers.end(run);
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

  /** The run's first other slot whose writer is known to commit after the slot's started. */
  int firstAfter(int run, int slot) {
    int start = graph.start(graph.slotWriter[slot]);
    int low = writers.begin(run);
    int high = writers.end(run);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (reachability.reaches(start, graph.commit(graph.slotWriter[writers.slot(middle)]))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (low < writers.end(run) && writers.slot(low) == slot) {
      low++;
    }
    return low < writers.end(run) ? writers.slot(low) : NONE;
  }
}
