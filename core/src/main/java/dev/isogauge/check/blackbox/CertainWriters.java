package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

/** The writers of each key that are in every run, in segments that follow one chain each. */
final class CertainWriters {
  private final Polygraph graph;
  private final Reachability reachability;

  /** How far a commit is behind its start, in numbers of nodes and on a chain. */
  private final int commitAhead;

  private final int[] firstSegment;
  private final int[] begins;
  private final int[] segmentChain;
  private final int[] versions;

  /** By index of a version: the position of its writer's start on the chain. */
  private final int[] positions;

  /** By index of a version: its writer's start. */
  private final int[] starts;

  private final ChainCover chains;

  // By segment, three ints: what firstBehind answered last, and from which position on, and up to
  // which, that is the answer. Queries come in the order of visits, so it often is again.
  private static final int STRIDE = 3;
  private static final int ANSWER = 0;
  private static final int FROM = 1;
  private static final int UP_TO = 2;
  private final int[] lastAnswers;

  CertainWriters(Polygraph graph, ChainCover chains, Reachability reachability) {
    this.graph = graph;
    this.reachability = reachability;
    commitAhead = graph.snapshots ? 1 : 0;
    this.chains = chains;
    int keys = graph.history.keyCount();
    firstSegment = new int[keys + 1];
    versions = new int[graph.versionCount()];
    positions = new int[graph.versionCount()];
    starts = new int[graph.versionCount()];
    IntArrayList beginList = new IntArrayList();
    IntArrayList chainList = new IntArrayList();
    int size = 0;
    for (int key = 0; key < keys; key++) {
      firstSegment[key] = beginList.size();
      int end = fill(graph, chains, key, size);
      for (int i = size; i < end; i++) {
        int chain = chains.of(graph.start(graph.writer(versions[i])));
        if (i == size || chain != chainList.getInt(chainList.size() - 1)) {
          beginList.add(i);
          chainList.add(chain);
        }
      }
      size = end;
    }
    firstSegment[keys] = beginList.size();
    beginList.add(size);
    begins = beginList.toIntArray();
    segmentChain = chainList.toIntArray();
    lastAnswers = new int[STRIDE * segmentChain.length];
    for (int segment = 0; segment < segmentChain.length; segment++) {
      note(segment, begins[segment]);
    }
  }

  private void note(int segment, int answer) {
    int last = segment * STRIDE;
    lastAnswers[last + ANSWER] = answer;
    lastAnswers[last + FROM] = answer > begin(segment) ? positions[answer - 1] : Integer.MIN_VALUE;
    lastAnswers[last + UP_TO] = answer < end(segment) ? positions[answer] : Integer.MAX_VALUE;
  }

  /** Puts the key's versions behind the others, by chain and position; returns where they end. */
  private int fill(Polygraph graph, ChainCover chains, int key, int begin) {
    int first = graph.firstVersion(key);
    int end = begin;
    for (int version = first; version < graph.endVersion(key); version++) {
      if (!graph.isOptional(graph.writer(version))) {
        versions[end++] = version;
      }
    }
    IntArrays.quickSort(
        versions,
        begin,
        end,
        (a, b) -> compare(chains, graph.start(graph.writer(a)), graph.start(graph.writer(b))));
    for (int i = begin; i < end; i++) {
      starts[i] = graph.start(graph.writer(versions[i]));
      positions[i] = chains.position(starts[i]);
    }
    return end;
  }

  private static int compare(ChainCover chains, int left, int right) {
    int byChain = Integer.compare(chains.of(left), chains.of(right));
    return byChain != 0 ? byChain : Integer.compare(chains.position(left), chains.position(right));
  }

  /** The key's first segment; its last is before {@link #endSegment}. */
  int firstSegment(int key) {
    return firstSegment[key];
  }

  int segmentCount(int key) {
    return firstSegment[key + 1] - firstSegment[key];
  }

  int endSegment(int key) {
    return firstSegment[key + 1];
  }

  /** Where a segment begins; its versions follow one another up to {@link #end}. */
  int begin(int segment) {
    return begins[segment];
  }

  int end(int segment) {
    return begins[segment + 1];
  }

  int version(int index) {
    return versions[index];
  }

  int start(int index) {
    return starts[index];
  }

  /** The position of a version's writer on its chain: that of its start. */
  int position(int index) {
    return positions[index];
  }

  int chain(int segment) {
    return segmentChain[segment];
  }

  /**
   * The first of some segments of which more may reach a node than on the visit before, and more
   * than reach each of some other nodes; the end if there is none.
   */
  int nextInDelta(boolean onlyUnvisited, int first, int end, int node, int[] others, int count) {
    int segment =
        reachability.nextInDelta(onlyUnvisited, segmentChain, first, end, node, others, count);
    // Without chains a delta is of nodes; most segments then have one.
    while (!reachability.isByChains()
        && segment < end
        && begins[segment] + 1 == begins[segment + 1]
        && !reachability.isInDelta(starts[begins[segment]])) {
      segment++;
    }
    return segment;
  }

  /**
   * The index of the segment's first version behind a position on its chain; the segment's end if
   * none is. Asked in the order of visits, the answer is near the last one.
   */
  int firstBehind(int segment, int position) {
    int last = segment * STRIDE;
    int near = lastAnswers[last + ANSWER];
    if (lastAnswers[last + FROM] <= position && position < lastAnswers[last + UP_TO]) {
      return near;
    }
    int low = begin(segment);
    int high = end(segment);
    int step = 1;
    if (near < high && positions[near] <= position) {
      int probe = near;
      while (probe < high && positions[probe] <= position) {
        low = probe + 1;
        probe += step;
        step *= 2;
      }
      high = Math.min(high, probe);
    } else {
      high = near;
      int probe = near - 1;
      while (probe >= low && positions[probe] > position) {
        high = probe;
        probe -= step;
        step *= 2;
      }
      low = Math.max(low, probe + 1);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (positions[middle] <= position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    note(segment, low);
    return low;
  }

  /** Whether a version of a segment is that of a transaction, which starts at a node. */
  boolean isOf(int segment, int index, int start) {
    return segmentChain[segment] == chains.of(start) && positions[index] == chains.position(start);
  }

  int first(int segment) {
    return versions[begin(segment)];
  }

  /**
   * The index of the segment's last other version whose writer is known to commit before the reader
   * starts.
   */
  int lastBefore(int segment, int reader) {
    int start = graph.start(reader);
    int end =
        reachability.isByChains()
            ? firstBehind(segment, reachability.latest(start, chain(segment)) - commitAhead)
            : endOfReaching(segment, start, commitAhead);
    return lastOther(segment, end, start);
  }

  /**
   * The index of the segment's last other version whose writer is known to start before the
   * version's commits.
   */
  int lastStarted(int segment, int version) {
    int writer = graph.writer(version);
    int commit = graph.commit(writer);
    int end =
        reachability.isByChains()
            ? firstBehind(segment, reachability.latest(commit, chain(segment)))
            : endOfReaching(segment, commit, 0);
    return lastOther(segment, end, graph.start(writer));
  }

  /** Whether a version's writer is known to commit before a node, which starts a transaction. */
  boolean isBefore(int segment, int index, int start) {
    return reachability.isByChains()
        ? reachability.latest(start, chain(segment)) >= position(index) + commitAhead
        : reachability.reaches(start(index) + commitAhead, start);
  }

  private int lastOther(int segment, int end, int start) {
    int found = end - 1;
    if (found >= begin(segment) && isOf(segment, found, start)) {
      found--;
    }
    return found >= begin(segment) ? found : NONE;
  }

  /**
   * The end of the segment's versions whose writers' starts, or nodes that far ahead, reach a node.
   */
  private int endOfReaching(int segment, int node, int ahead) {
    int low = begin(segment);
    int high = end(segment);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (reachability.reaches(start(middle) + ahead, node)) {
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
    int start = graph.start(graph.writer(version));
    int low = begin(segment);
    int high = end(segment);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (reachability.reaches(start, graph.commit(graph.writer(version(middle))))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (low < end(segment) && version(low) == version) {
      low++;
    }
    return low < end(segment) ? version(low) : NONE;
  }
}
