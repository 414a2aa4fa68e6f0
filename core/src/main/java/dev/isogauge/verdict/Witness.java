package dev.isogauge.verdict;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Proof that a level holds, which {@code verify.WitnessVerifier} checks again without trusting the
 * checker.
 */
public sealed interface Witness {

  /** All counting transactions in an order that satisfies the level's axiom. */
  final class CommitOrder implements Witness {
    private final int[] transactions;

    /** The transactions in that order. */
    public CommitOrder(int[] transactions) {
      this.transactions = transactions.clone();
    }

    /** How many transactions count. */
    public int size() {
      return transactions.length;
    }

    /** The transaction at a position of the order. */
    public int transaction(int position) {
      return transactions[position];
    }
  }

  /**
   * Where values have several writers: which of them reads saw, and an order that satisfies the
   * level's axiom then.
   *
   * @param transactions all that happen: those that count, and those whose outcome is unknown and
   *     that some read saw
   * @param writers by read with several possible writers: the transaction that it saw, or {@code
   *     History.INITIAL}; reads of transactions that do not happen need not be there
   */
  record ChosenWriters(List<Integer> transactions, Map<Integer, Integer> writers)
      implements Witness {
    public ChosenWriters {
      transactions = List.copyOf(transactions);
      writers = Map.copyOf(writers);
    }
  }

  /** The level speaks of each transaction alone; the history itself is the proof. */
  record EachTransactionAlone() implements Witness {}

  /** The timestamps of the history are themselves the proof. */
  record ClaimedTimestamps() implements Witness {}

  /** All counting transactions in an order in which they could have run one after the other. */
  record SerialOrder(List<Integer> transactions) implements Witness {
    /** The same from an array. */
    public SerialOrder(int[] transactions) {
      this(Arrays.stream(transactions).boxed().toList());
    }
  }

  /**
   * Starts and commits of all counting transactions in an order in which they could have happened
   * under snapshot isolation: t stands for the start of transaction t, -1 - t for its commit.
   */
  record StartsAndCommits(List<Integer> events) implements Witness {
    /** The same from an array. */
    public StartsAndCommits(int[] events) {
      this(Arrays.stream(events).boxed().toList());
    }
  }

  /**
   * For each key, its operations in an order that agrees with values and real time. Transactions
   * whose outcome is unknown are in it if they took effect.
   */
  final class Linearization implements Witness {
    private final int[][] transactionsByKey;

    /** By key, the transactions whose operations take effect on it, in order. */
    public Linearization(int[][] transactionsByKey) {
      this.transactionsByKey = new int[transactionsByKey.length][];
      for (int key = 0; key < transactionsByKey.length; key++) {
        this.transactionsByKey[key] = transactionsByKey[key].clone();
      }
    }

    /** How many keys the history has. */
    public int keyCount() {
      return transactionsByKey.length;
    }

    /** How many operations of the key took effect. */
    public int size(int key) {
      return transactionsByKey[key].length;
    }

    /** The transaction at a position of the key's order. */
    public int transaction(int key, int position) {
      return transactionsByKey[key][position];
    }
  }
}
