package dev.isogauge.shrink;

import dev.isogauge.history.History;
import java.util.BitSet;

/**
 * Some of a history's transactions and operations; every operation's transaction is among them.
 * Never changed once it is made.
 */
record Part(BitSet transactions, BitSet operations) {

  static Part whole(History history) {
    BitSet transactions = new BitSet();
    transactions.set(0, history.transactionCount());
    return of(history, transactions);
  }

  /** Transactions with all their operations. */
  static Part of(History history, BitSet transactions) {
    BitSet operations = new BitSet();
    for (int t = transactions.nextSetBit(0); t >= 0; t = transactions.nextSetBit(t + 1)) {
      operations.set(history.firstOperation(t), history.endOperation(t));
    }
    return new Part(transactions, operations);
  }

  Part withoutTransactions(History history, BitSet leftOut) {
    BitSet keptTransactions = (BitSet) transactions.clone();
    keptTransactions.andNot(leftOut);
    BitSet keptOperations = (BitSet) operations.clone();
    keptOperations.andNot(of(history, leftOut).operations);
    return new Part(keptTransactions, keptOperations);
  }

  /** Leaves out operations, and with its last operation a transaction. */
  Part withoutOperations(History history, BitSet leftOut) {
    BitSet kept = (BitSet) operations.clone();
    kept.andNot(leftOut);
    BitSet emptied = new BitSet();
    for (int i = leftOut.nextSetBit(0); i >= 0; i = leftOut.nextSetBit(i + 1)) {
      int t = history.transactionOf(i);
      int next = kept.nextSetBit(history.firstOperation(t));
      if (next < 0 || next >= history.endOperation(t)) {
        emptied.set(t);
      }
    }
    BitSet keptTransactions = (BitSet) transactions.clone();
    keptTransactions.andNot(emptied);
    return new Part(keptTransactions, kept);
  }

  boolean isEmpty() {
    return transactions.isEmpty();
  }
}
