package dev.isogauge.generate;

/**
 * The operations of a client's current transaction, as its plan says: run against the store first,
 * recorded when the client knows what became of them.
 */
sealed interface Work permits ItemWork, RowWork {

  /** Begins the plan's transaction, or begins it again. */
  void begin();

  /** Runs an operation of the plan; operations are run in order. */
  void operate(int operation);

  /** Commits; false if the store did not take the transaction. */
  boolean commit();

  void abort();

  /** Whether the transaction has written. */
  boolean hasWritten();

  /** The transaction has ended under this name, by which others may speak of its writes. */
  default void ended(long name) {}

  /** Has the operations recorded, as those of the transaction that was begun there. */
  void record();
}
