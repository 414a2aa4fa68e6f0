package dev.isogauge.collect.keyvalue;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Timestamps;
import java.util.Optional;

/** Transactions over keys and values: what an adapter of such a store has to provide. */
public interface KeyValueConnection {
  /** Begins a transaction. */
  void begin() throws Failure;

  /** The value of the key; the transaction's own, if it has put one. */
  Optional<String> value(String key) throws Failure;

  /**
   * The value of a key that is about to be changed by it, such as a list to which is appended: no
   * other transaction may change it in between. Stores that look for conflicts when committing need
   * nothing of the kind.
   */
  default Optional<String> valueForUpdate(String key) throws Failure {
    return value(key);
  }

  /**
   * Gives the key a value.
   *
   * @throws Failure.Aborted at once or when committing, if another transaction did so meanwhile
   */
  void put(String key, String value) throws Failure;

  /** Removes the key; conflicts are as with {@link #put}. */
  void remove(String key) throws Failure;

  /** Commits, and returns where the transaction stands in the order of all, if that is known. */
  Optional<Timestamps> commit() throws Failure;

  /** Ends the transaction under way, also after a failure. */
  void rollback();

  /** Ends the connection. */
  void close();
}
