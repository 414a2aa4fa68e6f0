package dev.isogauge.collect;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A connection with an isolation level that runs one transaction after the other. Operations go
 * between {@link #begin} and {@link #commit} or {@link #rollback}. After a {@link Failure} the only
 * way on is {@code rollback}, which always leaves no transaction under way.
 *
 * <p>A connection whose commit failed is not used again: some drivers go on outside any transaction
 * after that. The session opens another one at its next {@code begin}.
 *
 * <p>Statements are prepared once per connection and used again, as applications do.
 */
public interface Session extends AutoCloseable {
  /** The isolation level of its transactions. */
  Level level();

  /** What the database calls the connection; empty where it does not say. Any thread may ask. */
  String connectionNumber();

  /** Begins a transaction; none may be under way. */
  void begin() throws Failure;

  /** The item's value; empty where there is no such item. */
  OptionalLong read(long key) throws Failure;

  /**
   * The item's value, read as one that is about to be changed; empty where there is no such item.
   * Only where {@link Capability#READ_FOR_UPDATE}.
   */
  default OptionalLong readForUpdate(long key) throws Failure {
    throw new Failure.Rejected("the database has no reads for update", null);
  }

  /**
   * Marks a point in the transaction to go back to; one at a time. Only where {@link
   * Capability#SAVEPOINTS}.
   */
  default void savepoint() throws Failure {
    throw new Failure.Rejected("the database has no savepoints", null);
  }

  /** Takes back what the transaction has changed since {@link #savepoint}, and goes on. */
  default void rollbackToSavepoint() throws Failure {
    throw new Failure.Rejected("the database has no savepoints", null);
  }

  /** Gives the item this value, whether it exists or not. */
  void write(long key, long value) throws Failure;

  /** Creates the item unless it exists; true if it was created. */
  boolean insert(long key, long value) throws Failure;

  /** Changes the value of an existing item; false if there is none. */
  boolean update(long key, long value) throws Failure;

  /** Removes the item; false if there is none. */
  boolean delete(long key) throws Failure;

  /** Changes the value if it is the expected one, in one statement; true if it did. */
  boolean compareAndSet(long key, long expected, long value) throws Failure;

  /** Appends to the list in one statement, whether it exists or not. */
  void append(long key, long element) throws Failure;

  /** The elements of the list; none where there is no such list. */
  List<Long> readList(long key) throws Failure;

  /** The items that meet the condition, by key. */
  List<Item> select(Condition condition) throws Failure;

  /** The aggregate over the items that meet the condition; empty is SQL's null. */
  OptionalLong aggregate(Aggregate aggregate, Condition condition) throws Failure;

  /** Sets all items that meet the condition to a value. */
  Changed updateWhere(Condition condition, long value) throws Failure;

  /** Removes all items that meet the condition. */
  Changed deleteWhere(Condition condition) throws Failure;

  /**
   * Runs any SQL in this transaction, with {@code ?} for the parameters, prepared once per
   * connection like the rest.
   */
  Rows execute(String sql, Object... parameters) throws Failure;

  /**
   * What the database calls the transaction that is under way, such as {@code xid}; empty where it
   * does not say. Asking may be an operation of the transaction.
   */
  Identifiers identifiers() throws Failure;

  /** Commits the transaction. */
  void commit() throws Failure;

  /**
   * Start and commit of the transaction that committed last, where the database orders transactions
   * by such numbers and reveals them; empty elsewhere.
   */
  default Optional<Timestamps> timestamps() {
    return Optional.empty();
  }

  /** Ends the transaction, also after a failure; nothing is left under way in any case. */
  void rollback();

  /** Ends the session; a transaction under way is rolled back. */
  @Override
  void close();
}
