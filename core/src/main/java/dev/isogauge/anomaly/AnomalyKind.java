package dev.isogauge.anomaly;

import dev.isogauge.level.IsolationLevel;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** The names of what can be found in a history. The letters are those of the published patterns. */
public enum AnomalyKind {
  THIN_AIR_READ("ThinAirRead", "TAP-a", "reads a value nobody wrote"),
  ABORTED_READ("AbortedRead", "TAP-b", "reads a value written only by an aborted transaction"),
  FUTURE_READ("FutureRead", "TAP-c", "reads a value that its own transaction writes later"),
  NOT_MY_OWN_WRITE(
      "NotMyOwnWrite", "TAP-d", "reads another transaction's value after its own write of the key"),
  NOT_MY_LAST_WRITE("NotMyLastWrite", "TAP-e", "reads its own write, but not its latest one"),
  INTERMEDIATE_READ(
      "IntermediateRead", "TAP-f", "reads a write that its transaction overwrote before the end"),
  CYCLIC_CAUSALITY("CyclicCausality", "TAP-g", "session order and reads-from form a cycle"),
  NON_MONOTONIC_READ(
      "NonMonotonicRead",
      "TAP-h",
      "reads a version older than one its transaction has already seen"),
  NON_MONOTONIC_READ_BY_COMMIT_ORDER(
      "NonMonotonicRead",
      "TAP-i",
      "reads a version that the commit order puts before one its transaction has already seen"),
  NON_REPEATABLE_READ(
      "NonRepeatableRead", "TAP-j", "reads one key from two different transactions"),
  FRACTURED_READ("FracturedRead", "TAP-k", "sees one write of a transaction and misses another"),
  FRACTURED_READ_BY_COMMIT_ORDER(
      "FracturedRead",
      "TAP-l",
      "sees one write of a transaction and misses another that the commit order puts later"),
  CAUSALITY_VIOLATION(
      "CausalityViolation", "TAP-m", "misses a write that happened before what it sees"),
  CONFLICTING_ORDERS("ConflictingOrders", "TAP-n", "transactions disagree on the order of writes"),
  COMMIT_ORDER_CYCLE("CommitOrderCycle", "", "no commit order explains these reads"),
  TIMESTAMP_ORDER("TimestampOrder", "", "a transaction starts after its commit"),
  TIMESTAMP_TIE(
      "TimestampTie", "", "equal timestamps leave the order of two dependent transactions open"),
  SESSION("Session", "", "timestamps or sequence numbers contradict the order of a session"),
  INTERNAL("Internal", "", "a read differs from what its own transaction read or wrote before"),
  EXTERNAL("External", "", "a read differs from what the timestamps say is visible"),
  NO_CONFLICT("NoConflict", "", "two transactions that overlap in time write the same key"),
  NON_LINEARIZABLE(
      "NonLinearizable", "", "no order of a key's operations agrees with values and real time"),
  LATE_TRANSACTION(
      "LateTransaction", "", "a transaction arrived after verdicts that it touches were final"),
  DUPLICATE_WRITE("DuplicateWrite", "", "one value of a key has two writers"),
  OVERLAPPING_SESSION(
      "OverlappingSession", "", "a transaction begins before its predecessor in the session ended");

  private final String title;
  private final String letter;
  private final String meaning;

  AnomalyKind(String title, String letter, String meaning) {
    this.title = title;
    this.letter = letter;
    this.meaning = meaning;
  }

  /** The name that reports use. */
  public String title() {
    return title;
  }

  /** The published pattern, such as TAP-h; empty where there is none. */
  public String letter() {
    return letter;
  }

  /** What it is, in one clause. */
  public String meaning() {
    return meaning;
  }

  /** Whether it is reported beside the verdict and violates nothing by itself. */
  public boolean isNote() {
    return this == DUPLICATE_WRITE || this == OVERLAPPING_SESSION || this == LATE_TRANSACTION;
  }

  /** Whether it contradicts the order that timestamps claim, and nothing else. */
  public boolean isByTimestamps() {
    return compareTo(TIMESTAMP_ORDER) >= 0 && compareTo(NO_CONFLICT) <= 0;
  }

  /**
   * The levels that a finding of this kind violates, whatever the order. A commit-order cycle names
   * its own level; what contradicts timestamps speaks of a claimed order only.
   */
  public Set<IsolationLevel> violates() {
    if (isNote() || this == COMMIT_ORDER_CYCLE || this == NON_LINEARIZABLE || isByTimestamps()) {
      return EnumSet.noneOf(IsolationLevel.class);
    }
    if (compareTo(NON_MONOTONIC_READ_BY_COMMIT_ORDER) <= 0) {
      return allThatImply(IsolationLevel.READ_COMMITTED);
    }
    return switch (this) {
      case NON_REPEATABLE_READ -> allThatImply(IsolationLevel.CUT_ISOLATION);
      case FRACTURED_READ, FRACTURED_READ_BY_COMMIT_ORDER ->
          allThatImply(IsolationLevel.READ_ATOMIC);
      default -> allThatImply(IsolationLevel.CAUSAL);
    };
  }

  private static Set<IsolationLevel> allThatImply(IsolationLevel weakest) {
    return Arrays.stream(IsolationLevel.values())
        .filter(level -> level.implies(weakest))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(IsolationLevel.class)));
  }
}
