package dev.isogauge.online.kernel;

import java.util.Arrays;

/**
 * The versions of a key that conflict as the later one of a pair, from some commit on, as they are
 * listed in blocks: a key whose writers all overlap asks for all of them with each new one.
 */
final class ListedConflicts {
  /** How many are kept at most. */
  private static final int MOST = 1 << 18;

  static final int ENTRY_BYTES = 4 * Long.BYTES;

  private long[] commits = {};
  private long[] logicals = {};
  private long[] starts = {};
  private long[] sequences = {};
  private int count;
  private boolean isBounded = true;
  private long low = Long.MAX_VALUE;

  /** Whether all that are listed with this commit or a later one are here. */
  boolean reaches(long commit) {
    return !isBounded || commit >= low;
  }

  /** Whether nothing is known yet. */
  boolean isNew() {
    return isBounded && low == Long.MAX_VALUE;
  }

  /** Whether no more can be taken from further back. */
  boolean isFull() {
    return count >= MOST;
  }

  /** The commit from which on all are here. */
  long low() {
    return low;
  }

  /** All from this commit on are here now. */
  void lower(long commit) {
    low = Math.min(low, commit);
    isBounded = low != Long.MIN_VALUE;
  }

  void add(long commit, long logical, long start, long sequence) {
    int at = after(commit);
    if (at > 0 && isListed(commit, sequence, at)) {
      return;
    }
    if (count == commits.length) {
      resize(Math.max(16, count * 2));
    }
    move(at, at + 1);
    count++;
    commits[at] = commit;
    logicals[at] = logical;
    starts[at] = start;
    sequences[at] = sequence;
    if (count > MOST) {
      move(count / 2, 0);
      count -= count / 2;
      low = commits[0] == Long.MAX_VALUE ? commits[0] : commits[0] + 1;
      isBounded = true;
    }
  }

  private boolean isListed(long commit, long sequence, int end) {
    for (int i = end - 1; i >= 0 && commits[i] == commit; i--) {
      if (sequences[i] == sequence) {
        return true;
      }
    }
    return false;
  }

  private void move(int from, int to) {
    int length = count - from;
    System.arraycopy(commits, from, commits, to, length);
    System.arraycopy(logicals, from, logicals, to, length);
    System.arraycopy(starts, from, starts, to, length);
    System.arraycopy(sequences, from, sequences, to, length);
  }

  private void resize(int capacity) {
    commits = Arrays.copyOf(commits, capacity);
    logicals = Arrays.copyOf(logicals, capacity);
    starts = Arrays.copyOf(starts, capacity);
    sequences = Arrays.copyOf(sequences, capacity);
  }

  int count() {
    return count;
  }

  /** The first whose commit is later. */
  int after(long commit) {
    int begin = 0;
    int end = count;
    while (begin < end) {
      int middle = (begin + end) >>> 1;
      if (commits[middle] <= commit) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
  }

  /** The first whose commit is not earlier. */
  int from(long commit) {
    return commit == Long.MIN_VALUE ? 0 : after(commit - 1);
  }

  long commit(int index) {
    return commits[index];
  }

  long start(int index) {
    return starts[index];
  }

  long sequence(int index) {
    return sequences[index];
  }

  Blocks.Key key(long timeline, int index) {
    return new Blocks.Key(timeline, commits[index], logicals[index], sequences[index]);
  }

  /** What it takes in memory. */
  long bytes() {
    return (long) ENTRY_BYTES * commits.length;
  }
}
