package dev.isogauge.generate;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

/**
 * The operations of a client's current transaction, as its plan says: run against the store first,
 * recorded when the client knows what became of them.
 */
abstract sealed class Work permits ItemWork, RowWork {
  protected final int session;
  protected final SimulatedClient.Shared shared;
  protected final TransactionPlan plan;

  /** The latest of each key written so far; {@link Store#INITIAL_VALUE} where nothing is. */
  protected final Int2LongOpenHashMap written = new Int2LongOpenHashMap();

  Work(int session, SimulatedClient.Shared shared, TransactionPlan plan) {
    this.session = session;
    this.shared = shared;
    this.plan = plan;
    written.defaultReturnValue(Store.INITIAL_VALUE);
  }

  /** Begins the plan's transaction, or begins it again. */
  void begin() {
    written.clear();
  }

  /** Runs an operation of the plan; operations are run in order. */
  abstract void operate(int operation);

  /** Commits; false if the store did not take the transaction. */
  boolean commit() {
    return shared.commit(session, written);
  }

  final void abort() {
    shared.store().abort(session, written);
  }

  /** Whether the transaction has written. */
  final boolean hasWritten() {
    return !written.isEmpty();
  }

  /** The transaction has ended under this name, by which others may speak of its writes. */
  void ended(long name) {}

  /** Has the operations recorded, as those of the transaction that was begun there. */
  abstract void record();
}
