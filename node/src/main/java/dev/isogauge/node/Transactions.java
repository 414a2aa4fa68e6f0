package dev.isogauge.node;

/** The transactions of one session, one after the other, all by one thread. */
public interface Transactions {
  /** Begins a transaction. */
  void begin() throws Exception;

  /** The value of the key, the transaction's own if it has put one; null where there is none. */
  String value(String key) throws Exception;

  /**
   * The value of a key that is about to be changed by it: no other transaction may change it in
   * between. Stores that look for conflicts when committing need nothing of the kind.
   */
  default String valueForUpdate(String key) throws Exception {
    return value(key);
  }

  /** Gives the key a value. */
  void put(String key, String value) throws Exception;

  /** Removes the key. */
  void remove(String key) throws Exception;

  /**
   * Commits.
   *
   * @throws Conflict if the transaction is certainly not committed; after anything else it may be
   */
  void commit() throws Exception;

  /** Ends the transaction under way, also after a failure; there may be none. */
  void rollback();

  /** Ends the session; no transaction is under way. */
  default void close() {}
}
