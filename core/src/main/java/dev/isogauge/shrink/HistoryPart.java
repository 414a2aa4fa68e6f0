package dev.isogauge.shrink;

import dev.isogauge.history.History;
import java.util.BitSet;

/**
 * Some of a history's transactions, operations and predicate reads; the transaction of every one of
 * these is among them. Never changed once it is made.
 *
 * @param predicates the numbers of predicate reads
 */
record HistoryPart(BitSet transactions, BitSet operations, BitSet predicates) {

  static HistoryPart nothing() {
    return new HistoryPart(new BitSet(), new BitSet(), new BitSet());
  }

  static HistoryPart whole(History history) {
    BitSet transactions = new BitSet();
    transactions.set(0, history.transactionCount());
    return of(history, transactions);
  }

  /** Transactions with all their operations and predicate reads. */
  static HistoryPart of(History history, BitSet transactions) {
    BitSet operations = new BitSet();
    BitSet predicates = new BitSet();
    for (int t = transactions.nextSetBit(0); t >= 0; t = transactions.nextSetBit(t + 1)) {
      operations.set(history.firstOperation(t), history.endOperation(t));
      predicates.set(history.predicateReads().first(t), history.predicateReads().end(t));
    }
    return new HistoryPart(transactions, operations, predicates);
  }

  HistoryPart withoutTransactions(History history, BitSet leftOut) {
    HistoryPart gone = of(history, leftOut);
    return new HistoryPart(
        without(transactions, leftOut),
        without(operations, gone.operations),
        without(predicates, gone.predicates));
  }

  /**
   * Leaves out operations and predicate reads, and a transaction with the last of either that it
   * had.
   */
  HistoryPart without(History history, BitSet leftOutOperations, BitSet leftOutPredicates) {
    BitSet keptOperations = without(operations, leftOutOperations);
    BitSet keptPredicates = without(predicates, leftOutPredicates);
    BitSet emptied = new BitSet();
    leftOutOperations.stream().map(history::transactionOf).forEach(emptied::set);
    leftOutPredicates.stream().map(history.predicateReads()::transactionOf).forEach(emptied::set);
    for (int t = emptied.nextSetBit(0); t >= 0; t = emptied.nextSetBit(t + 1)) {
      boolean hasOperation =
          isAny(keptOperations, history.firstOperation(t), history.endOperation(t));
      boolean hasPredicate =
          isAny(keptPredicates, history.predicateReads().first(t), history.predicateReads().end(t));
      if (hasOperation || hasPredicate) {
        emptied.clear(t);
      }
    }
    return new HistoryPart(without(transactions, emptied), keptOperations, keptPredicates);
  }

  private static boolean isAny(BitSet set, int begin, int end) {
    int next = set.nextSetBit(begin);
    return next >= 0 && next < end;
  }

  private static BitSet without(BitSet all, BitSet leftOut) {
    BitSet kept = (BitSet) all.clone();
    kept.andNot(leftOut);
    return kept;
  }

  boolean isEmpty() {
    return transactions.isEmpty();
  }
}
