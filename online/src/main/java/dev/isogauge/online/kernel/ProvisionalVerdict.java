package dev.isogauge.online.kernel;

import dev.isogauge.timestamp.TimestampRules;

/** A provisional verdict that was a violation at least once. */
final class ProvisionalVerdict implements Comparable<ProvisionalVerdict> {
  /** What an instance and its entries in tables take, in bytes. */
  static final long BYTES = 240;

  /** Operation of a verdict about a session. */
  static final int NO_READ = 0;

  final long timeline;
  final long time;
  final long logical;
  final long sequence;
  final int operation;
  final long deadline;
  final long deadlineLogical;

  boolean violated = true;
  long violatedSince;
  int flips;

  ProvisionalVerdict(
      long timeline,
      long time,
      long logical,
      long sequence,
      int operation,
      long deadline,
      long deadlineLogical) {
    this.timeline = timeline;
    this.time = time;
    this.logical = logical;
    this.sequence = sequence;
    this.operation = operation;
    this.deadline = deadline;
    this.deadlineLogical = deadlineLogical;
  }

  boolean isOver(Finality finality, long now) {
    return finality.isOver(deadline, deadlineLogical, now);
  }

  boolean isRead() {
    return operation != NO_READ;
  }

  @Override
  public int compareTo(ProvisionalVerdict other) {
    return TimestampRules.compareTimes(
        deadline, deadlineLogical, other.deadline, other.deadlineLogical);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
