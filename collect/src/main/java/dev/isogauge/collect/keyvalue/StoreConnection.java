package dev.isogauge.collect.keyvalue;

import dev.isogauge.collect.Condition;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Item;
import dev.isogauge.collect.Timestamps;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Transactions over items and lists, in a store without SQL. */
public interface StoreConnection {
  /** What the store calls the connection; may be empty. */
  default String number() {
    return "";
  }

  /** Begins a transaction. */
  void begin() throws Failure;

  /** The item's value; the transaction's own, if it has written one. */
  OptionalLong read(long key) throws Failure;

  /**
   * The value of an item that is about to be changed by it: no other transaction may change it in
   * between. Stores that look for conflicts when committing need nothing of the kind.
   */
  default OptionalLong readToChange(long key) throws Failure {
    return read(key);
  }

  /** Gives the item a value. */
  void write(long key, long value) throws Failure;

  /** Removes the item. */
  void remove(long key) throws Failure;

  /** Changes the value if it is the expected one; true if it did. */
  default boolean compareAndSet(long key, long expected, long value) throws Failure {
    boolean isExpected = readToChange(key).equals(OptionalLong.of(expected));
    if (isExpected) {
      write(key, value);
    }
    return isExpected;
  }

  /** Appends to a list, which may not be there yet. */
  void append(long key, long element) throws Failure;

  /** The elements of a list. */
  List<Long> readList(long key) throws Failure;

  /** The items that meet a condition, by key. */
  default List<Item> select(Condition condition) throws Failure {
    throw new Failure.Rejected("a store of keys and values has no conditions", null);
  }

  /** Commits, and returns where the transaction stands in the order of all, if that is known. */
  Optional<Timestamps> commit() throws Failure;

  /** Ends the transaction under way, also after a failure. */
  void rollback();

  /** Ends the connection. */
  void close();
}
