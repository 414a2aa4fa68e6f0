package dev.isogauge.check;

/**
 * Proof that a level holds, which {@link WitnessVerifier} re-checks without trusting the checker.
 */
public sealed interface Witness {

  /** All counting transactions in an order that satisfies the level's axiom. */
  final class CommitOrder implements Witness {
    private final int[] transactions;

    public CommitOrder(int[] transactions) {
      this.transactions = transactions.clone();
    }

    public int size() {
      return transactions.length;
    }

    /** The transaction at a position of the order. */
    public int transaction(int position) {
      return transactions[position];
    }
  }

  /** The level speaks of each transaction alone; the history itself is the proof. */
  record EachTransactionAlone() implements Witness {}

  /** The timestamps of the history are themselves the proof. */
  record ClaimedTimestamps() implements Witness {}
}
