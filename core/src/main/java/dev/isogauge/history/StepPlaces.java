package dev.isogauge.history;

import java.util.stream.IntStream;

/**
 * Where the steps of a kind stand that are not operations. They are dense ints, numbered
 * transaction by transaction in program order.
 */
abstract sealed class StepPlaces permits PredicateReads, UnknownOperations {
  private final int[] transactions;
  private final int[] nextOperations;

  /** By transaction, one more at the end: its first step of the kind. */
  private final int[] first;

  /** The places of some steps, all of a kind, in the order of the history. */
  StepPlaces(RawSteps.Steps all, int[] steps, int transactionCount) {
    transactions = IntStream.of(steps).map(all::transaction).toArray();
    nextOperations = IntStream.of(steps).map(all::nextOperation).toArray();
    first = new int[steps.length == 0 ? 0 : transactionCount + 1];
    for (int t : transactions) {
      first[t + 1]++;
    }
    for (int t = 0; t + 1 < first.length; t++) {
      first[t + 1] += first[t];
    }
  }

  /** How many there are. */
  public int count() {
    return transactions.length;
  }

  /** The transaction's first one; it has none if this equals {@link #end}. */
  public int first(int transaction) {
    return count() == 0 ? 0 : first[transaction];
  }

  /** The number after the transaction's last one. */
  public int end(int transaction) {
    return count() == 0 ? 0 : first[transaction + 1];
  }

  /** Its transaction. */
  public int transactionOf(int step) {
    return transactions[step];
  }

  /** The operation that follows it; the transaction's end if none follows. */
  public int operationAfter(int step) {
    return nextOperations[step];
  }
}
