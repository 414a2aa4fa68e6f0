package dev.isogauge.generate;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The smallest groups of transactions that show each anomaly, and nothing but that anomaly.
 * Sessions A to D, keys x to z and values are stand-ins for fresh ones.
 *
 * @param transactions in the order in which they stand in their sessions
 * @param findings what a checker must report
 */
record PlantPattern(List<Transaction> transactions, List<Finding> findings) {
  private static final Pattern TRANSACTION = Pattern.compile("([A-D])( aborted)?:((?: [rw]\\S+)+)");
  private static final Pattern OPERATION = Pattern.compile("([rw])\\(([x-z]),([1-9])\\)");

  /**
   * @param session 0 to 3
   */
  record Transaction(int session, Outcome outcome, List<Operation> operations) {}

  /**
   * @param key 0 to 2
   * @param value 1 to 9
   */
  record Operation(boolean isWrite, int key, int value) {}

  /**
   * @param reader position of the transaction, from 1
   * @param key 0 to 2
   * @param readFrom position of the transaction that it reads from, 0 for none
   */
  record Finding(int reader, int key, int readFrom) {}

  /** The pattern of a kind that has a letter. */
  static PlantPattern of(AnomalyKind kind) {
    return switch (kind) {
      case THIN_AIR_READ -> parse("A: r(x,1)", finding(1, 'x', 0));
      case ABORTED_READ -> parse("A aborted: w(x,1) | B: r(x,1)", finding(2, 'x', 1));
      case FUTURE_READ -> parse("A: r(x,1) w(x,1)", finding(1, 'x', 1));
      case NOT_MY_OWN_WRITE -> parse("A: w(x,1) | B: w(x,2) r(x,1)", finding(2, 'x', 1));
      case NOT_MY_LAST_WRITE -> parse("A: w(x,1) w(x,2) r(x,1)", finding(1, 'x', 1));
      case INTERMEDIATE_READ -> parse("A: w(x,1) w(x,2) | B: r(x,1)", finding(2, 'x', 1));
      case CYCLIC_CAUSALITY -> parse("A: r(y,2) w(x,1) | B: r(x,1) w(y,2)", finding(1, 'y', 2));
      case NON_MONOTONIC_READ ->
          parse("A: w(x,1) | B: r(x,1) w(x,2) w(y,3) | C: r(y,3) r(x,1)", finding(3, 'x', 1));
      // C forces B before A, and D forces A before B.
      case NON_MONOTONIC_READ_BY_COMMIT_ORDER ->
          parse(
              "A: w(x,1) w(y,2) | B: w(x,3) w(z,4) | C: r(z,4) r(x,1) | D: r(y,2) r(x,3)",
              finding(3, 'x', 1),
              finding(4, 'x', 2));
      case NON_REPEATABLE_READ ->
          parse("A: w(x,1) | A: w(x,2) | B: r(x,1) r(x,2)", finding(3, 'x', 1));
      case FRACTURED_READ ->
          parse("A: w(x,1) | B: r(x,1) w(x,2) w(y,3) | C: r(x,1) r(y,3)", finding(3, 'x', 1));
      // As for NonMonotonicRead, but x is read first, so read committed forces nothing.
      case FRACTURED_READ_BY_COMMIT_ORDER ->
          parse(
              "A: w(x,1) w(y,2) | B: w(x,3) w(z,4) | C: r(x,1) r(z,4) | D: r(x,3) r(y,2)",
              finding(3, 'x', 1),
              finding(4, 'x', 2));
      case CAUSALITY_VIOLATION ->
          parse(
              "A: w(x,1) | B: r(x,1) w(x,2) w(y,3) | C: r(y,3) w(z,4) | D: r(z,4) r(x,1)",
              finding(4, 'x', 1));
      // Session order carries A's and B's first transactions to the readers only indirectly.
      case CONFLICTING_ORDERS ->
          parse(
              "A: w(x,1) | A: w(y,2) | B: w(x,3) | B: w(z,4) | C: r(z,4) r(x,1) | D: r(y,2) r(x,3)",
              finding(5, 'x', 1),
              finding(6, 'x', 3));
      default -> throw new IllegalArgumentException(kind + " has no pattern");
    };
  }

  private static Finding finding(int reader, char key, int readFrom) {
    return new Finding(reader, key - 'x', readFrom);
  }

  private static PlantPattern parse(String text, Finding... findings) {
    List<Transaction> transactions = new ArrayList<>();
    for (String part : text.split("\\|", -1)) {
      Matcher transaction = TRANSACTION.matcher(part.strip());
      if (!transaction.matches()) {
        throw new IllegalStateException("not a transaction: " + part);
      }
      List<Operation> operations = new ArrayList<>();
      Matcher operation = OPERATION.matcher(transaction.group(3));
      while (operation.find()) {
        operations.add(
            new Operation(
                operation.group(1).equals("w"),
                operation.group(2).charAt(0) - 'x',
                Integer.parseInt(operation.group(3))));
      }
      transactions.add(
          new Transaction(
              transaction.group(1).charAt(0) - 'A',
              transaction.group(2) == null ? Outcome.COMMITTED : Outcome.ABORTED,
              operations));
    }
    return new PlantPattern(transactions, List.of(findings));
  }
}
