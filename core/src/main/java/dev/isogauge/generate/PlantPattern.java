package dev.isogauge.generate;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The smallest groups of transactions that show each anomaly or timestamp fault, and nothing else.
 * {@code A@1-4: w(x,1) r(y,12)} is a transaction of session A that starts at point 1 and commits at
 * point 4; it writes or appends 1, and reads 2 from a register or 1, 2 from a list. Without points
 * every committed transaction follows the one before it. Sessions A to D, keys x to z, points in
 * time and values are stand-ins for fresh ones.
 *
 * @param transactions in the order in which they stand in their sessions
 * @param findings what a checker must report
 */
record PlantPattern(List<Transaction> transactions, List<Finding> findings) {
  private static final Pattern TRANSACTION =
      Pattern.compile("([A-D])(?:@([1-9])-([1-9]))?( aborted)?:((?: [rw]\\S+)+)");
  private static final Pattern OPERATION = Pattern.compile("([rw])\\(([x-z]),([1-9]+)\\)");

  /**
   * @param session 0 to 3
   * @param start from 1; of no meaning for an aborted transaction
   * @param commit from 1; of no meaning for an aborted transaction
   */
  record Transaction(
      int session, Outcome outcome, int start, int commit, List<Operation> operations) {}

  /**
   * @param key 0 to 2
   * @param values 1 to 9; one for a write; for a read the elements of the list, of which a register
   *     holds the last
   */
  record Operation(boolean isWrite, int key, List<Integer> values) {}

  /**
   * @param transaction position of the transaction at fault, from 1
   * @param other position of the other transaction, from 1, if the finding is about two
   * @param key 0 to 2, if the finding is about a key
   * @param operation position of the read, from 1; 0 where none is named
   */
  record Finding(int transaction, Optional<Integer> other, Optional<Integer> key, int operation) {}

  /** How many points in time it takes. */
  int points() {
    return transactions.stream().mapToInt(t -> Math.max(t.start(), t.commit())).max().orElseThrow();
  }

  /** How many keys it takes. */
  int keys() {
    return 1
        + transactions.stream()
            .flatMap(transaction -> transaction.operations().stream())
            .mapToInt(Operation::key)
            .max()
            .orElseThrow();
  }

  /** The pattern of a kind that has a letter. */
  static PlantPattern of(AnomalyKind kind) {
    return switch (kind) {
      case THIN_AIR_READ -> parse("A: r(x,1)", new Finding(1, Optional.empty(), Optional.of(0), 0));
      case ABORTED_READ -> parse("A aborted: w(x,1) | B: r(x,1)", wrongRead(2, 'x', 1));
      case FUTURE_READ -> parse("A: r(x,1) w(x,1)", wrongRead(1, 'x', 1));
      case NOT_MY_OWN_WRITE -> parse("A: w(x,1) | B: w(x,2) r(x,1)", wrongRead(2, 'x', 1));
      case NOT_MY_LAST_WRITE -> parse("A: w(x,1) w(x,2) r(x,1)", wrongRead(1, 'x', 1));
      case INTERMEDIATE_READ -> parse("A: w(x,1) w(x,2) | B: r(x,1)", wrongRead(2, 'x', 1));
      case CYCLIC_CAUSALITY -> parse("A: r(y,2) w(x,1) | B: r(x,1) w(y,2)", wrongRead(1, 'y', 2));
      case NON_MONOTONIC_READ ->
          parse("A: w(x,1) | B: r(x,1) w(x,2) w(y,3) | C: r(y,3) r(x,1)", wrongRead(3, 'x', 1));
      // C forces B before A, and D forces A before B.
      case NON_MONOTONIC_READ_BY_COMMIT_ORDER ->
          parse(
              "A: w(x,1) w(y,2) | B: w(x,3) w(z,4) | C: r(z,4) r(x,1) | D: r(y,2) r(x,3)",
              wrongRead(3, 'x', 1),
              wrongRead(4, 'x', 2));
      case NON_REPEATABLE_READ ->
          parse("A: w(x,1) | A: w(x,2) | B: r(x,1) r(x,2)", wrongRead(3, 'x', 1));
      case FRACTURED_READ ->
          parse("A: w(x,1) | B: r(x,1) w(x,2) w(y,3) | C: r(x,1) r(y,3)", wrongRead(3, 'x', 1));
      // As for NonMonotonicRead, but x is read first, so read committed forces nothing.
      case FRACTURED_READ_BY_COMMIT_ORDER ->
          parse(
              "A: w(x,1) w(y,2) | B: w(x,3) w(z,4) | C: r(x,1) r(z,4) | D: r(x,3) r(y,2)",
              wrongRead(3, 'x', 1),
              wrongRead(4, 'x', 2));
      case CAUSALITY_VIOLATION ->
          parse(
              "A: w(x,1) | B: r(x,1) w(x,2) w(y,3) | C: r(y,3) w(z,4) | D: r(z,4) r(x,1)",
              wrongRead(4, 'x', 1));
      // Session order carries A's and B's first transactions to the readers only indirectly.
      case CONFLICTING_ORDERS ->
          parse(
              "A: w(x,1) | A: w(y,2) | B: w(x,3) | B: w(z,4) | C: r(z,4) r(x,1) | D: r(y,2) r(x,3)",
              wrongRead(5, 'x', 1),
              wrongRead(6, 'x', 3));
      default -> throw new IllegalArgumentException(kind + " has no pattern");
    };
  }

  /** The pattern of a fault at a level that it violates. */
  static PlantPattern of(TimestampFault fault, IsolationLevel level) {
    boolean snapshots = level == IsolationLevel.SNAPSHOT_ISOLATION;
    return switch (fault) {
      case STALE_READ ->
          parse("A@1-2: w(x,1) | B@3-4: w(x,2) | C@5-6: r(x,1)", wrongFirstRead(3, 2));
      // Under snapshot isolation the writer commits while the reader is running.
      case FUTURE_READ ->
          parse(
              snapshots
                  ? "A@1-2: w(x,1) | B@3-6: r(x,12) | C@4-5: w(x,2)"
                  : "A@1-2: w(x,1) | B@3-4: r(x,12) | C@5-6: w(x,2)",
              wrongFirstRead(2, 1));
      case NEVER_WRITTEN_READ -> parse("A@1-2: w(x,1) | B@3-4: r(x,19)", wrongFirstRead(2, 1));
      case OVERLAPPING_WRITERS ->
          parse("A@1-3: w(x,1) | B@2-4: w(x,2) | C@5-6: r(x,12)", pair(2, 1, Optional.of(0)));
      case SESSION_INVERSION ->
          parse(
              "A@1-4: w(x,1) | A@2-3: w(y,2) | B@5-6: r(x,1) r(y,2)", pair(2, 1, Optional.empty()));
      case INTERNAL_ERROR ->
          parse(
              "A@1-2: w(x,1) | B@3-4: r(x,1) w(x,2) r(x,1)",
              new Finding(2, Optional.empty(), Optional.of(0), 3));
      case TIMESTAMP_ORDER ->
          parse(
              "A@2-1: w(x,1) | B@3-4: r(x,1)",
              new Finding(1, Optional.empty(), Optional.empty(), 0));
      case TIMESTAMP_TIE ->
          parse("A@1-1: w(x,1) | B@1-1: w(x,2) | C@2-3: r(x,12)", pair(2, 1, Optional.of(0)));
    };
  }

  private static Finding wrongRead(int reader, char key, int readFrom) {
    return pair(reader, readFrom, Optional.of(key - 'x'));
  }

  private static Finding wrongFirstRead(int reader, int writer) {
    return new Finding(reader, Optional.of(writer), Optional.of(0), 1);
  }

  private static Finding pair(int later, int earlier, Optional<Integer> key) {
    return new Finding(later, Optional.of(earlier), key, 0);
  }

  private static PlantPattern parse(String text, Finding... findings) {
    List<Transaction> transactions = new ArrayList<>();
    int point = 0;
    for (String part : text.split("\\|", -1)) {
      Matcher transaction = TRANSACTION.matcher(part.strip());
      if (!transaction.matches()) {
        throw new IllegalStateException("not a transaction: " + part);
      }
      boolean commits = transaction.group(4) == null;
      boolean hasPoints = transaction.group(2) != null;
      int start = hasPoints ? Integer.parseInt(transaction.group(2)) : commits ? ++point : 0;
      int commit = hasPoints ? Integer.parseInt(transaction.group(3)) : commits ? ++point : 0;
      transactions.add(
          new Transaction(
              transaction.group(1).charAt(0) - 'A',
              commits ? Outcome.COMMITTED : Outcome.ABORTED,
              start,
              commit,
              operations(transaction.group(5))));
    }
    return new PlantPattern(transactions, List.of(findings));
  }

  private static List<Operation> operations(String text) {
    return OPERATION
        .matcher(text)
        .results()
        .map(
            operation ->
                new Operation(
                    operation.group(1).equals("w"),
                    operation.group(2).charAt(0) - 'x',
                    operation.group(3).chars().mapToObj(digit -> digit - '0').toList()))
        .toList();
  }
}
