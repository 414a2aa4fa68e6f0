package dev.isogauge.flink;

import dev.isogauge.timestamp.TimestampRules;

/**
 * Where a transaction is in the order of commit timestamps.
 *
 * @param id decides between transactions of the same time
 */
record CommitPlace(long commit, long logical, String id) implements Comparable<CommitPlace> {
  @Override
  public int compareTo(CommitPlace other) {
    int byTime = TimestampRules.compareTimes(commit, logical, other.commit, other.logical);
    return byTime != 0 ? byTime : id.compareTo(other.id);
  }
}
