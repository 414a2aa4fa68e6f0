package dev.isogauge.generate;

import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The smallest groups of transactions with timestamps that show each fault, and nothing but that
 * fault. {@code A@1-4: w(x,1) r(y,12)} is a transaction of session A that starts at point 1 and
 * commits at point 4; it writes or appends 1, and reads 2 from a register or 1, 2 from a list.
 * Sessions A to C, keys x and y, points in time and values are stand-ins for fresh ones.
 *
 * @param transactions in the order in which they stand in their sessions
 * @param finding what a checker must report
 */
record FaultPattern(List<Transaction> transactions, Finding finding) {
  private static final Pattern TRANSACTION =
      Pattern.compile("([A-C])@([1-9])-([1-9]):((?: [rw]\\S+)+)");
  private static final Pattern OPERATION = Pattern.compile("([rw])\\(([xy]),([1-9]+)\\)");

  /**
   * @param session 0 to 2
   * @param start 1 to 9
   * @param commit 1 to 9
   */
  record Transaction(int session, int start, int commit, List<Operation> operations) {}

  /**
   * @param key 0 or 1
   * @param values one for a write; for a read the elements of the list, of which a register holds
   *     the last
   */
  record Operation(boolean isWrite, int key, List<Integer> values) {}

  /**
   * @param transaction position of the transaction at fault, from 1
   * @param other position of the other transaction, from 1, if the fault is about two
   * @param key 0 or 1, if the fault is about a key
   * @param operation position of the read, from 1; 0 if it is about no read
   */
  record Finding(int transaction, Optional<Integer> other, Optional<Integer> key, int operation) {}

  /** How many points in time it takes. */
  int points() {
    return transactions.stream().mapToInt(t -> Math.max(t.start(), t.commit())).max().orElseThrow();
  }

  /** The pattern of a fault at a level that it violates. */
  static FaultPattern of(TimestampFault fault, IsolationLevel level) {
    boolean snapshots = level == IsolationLevel.SNAPSHOT_ISOLATION;
    return switch (fault) {
      case STALE_READ -> parse("A@1-2: w(x,1) | B@3-4: w(x,2) | C@5-6: r(x,1)", read(3, 2, 1));
      // Under snapshot isolation the writer commits while the reader is running.
      case FUTURE_READ ->
          parse(
              snapshots
                  ? "A@1-2: w(x,1) | B@3-6: r(x,12) | C@4-5: w(x,2)"
                  : "A@1-2: w(x,1) | B@3-4: r(x,12) | C@5-6: w(x,2)",
              read(2, 1, 1));
      case NEVER_WRITTEN_READ -> parse("A@1-2: w(x,1) | B@3-4: r(x,19)", read(2, 1, 1));
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

  private static Finding read(int reader, int writer, int operation) {
    return new Finding(reader, Optional.of(writer), Optional.of(0), operation);
  }

  private static Finding pair(int later, int earlier, Optional<Integer> key) {
    return new Finding(later, Optional.of(earlier), key, 0);
  }

  private static FaultPattern parse(String text, Finding finding) {
    List<Transaction> transactions = new ArrayList<>();
    for (String part : text.split("\\|", -1)) {
      Matcher transaction = TRANSACTION.matcher(part.strip());
      if (!transaction.matches()) {
        throw new IllegalStateException("not a transaction: " + part);
      }
      List<Operation> operations = new ArrayList<>();
      Matcher operation = OPERATION.matcher(transaction.group(4));
      while (operation.find()) {
        operations.add(
            new Operation(
                operation.group(1).equals("w"),
                operation.group(2).charAt(0) - 'x',
                operation.group(3).chars().mapToObj(digit -> digit - '0').toList()));
      }
      transactions.add(
          new Transaction(
              transaction.group(1).charAt(0) - 'A',
              Integer.parseInt(transaction.group(2)),
              Integer.parseInt(transaction.group(3)),
              operations));
    }
    return new FaultPattern(transactions, finding);
  }
}
