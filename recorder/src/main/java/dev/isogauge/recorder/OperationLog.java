package dev.isogauge.recorder;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Takes the operations of a transaction in program order, as the database answered them. Keys are
 * integers or strings; values are integers, strings, null for an object that does not exist, or
 * rows, which are maps from column to such a value. The {@code relation} of a key is the part
 * before its first slash: {@code accounts/17} belongs to {@code accounts}.
 *
 * <pre>{@code
 * log.read("accounts/17", 100);
 * log.write("accounts/17", 90);
 * }</pre>
 */
public interface OperationLog {
  /** The value of a row whose key was returned and nothing else. */
  Object UNSEEN =
      new Object() {
        @Override
        public String toString() {
          return "unseen";
        }
      };

  /** A read that saw a value, null for an absent object: {@code log.read("x", 1)}. */
  void read(Object key, Object value);

  /** A read that named the transaction it read from: {@code log.readFrom("x", 1, "T7")}. */
  void readFrom(Object key, Object value, Object transaction);

  /** A read of the state before the first transaction: {@code log.readInitial("x", 0)}. */
  void readInitial(Object key, Object value);

  /** A read that failed, or whose result is not known: {@code log.readUnknown("x")}. */
  void readUnknown(Object key);

  /** A read of all elements of a list: {@code log.readList("x", List.of(1, 2))}. */
  void readList(Object key, List<?> elements);

  /** A write: {@code log.write("x", 2)}. Null deletes. */
  void write(Object key, Object value);

  /** An append to a list: {@code log.append("x", 3)}. */
  void append(Object key, Object element);

  /** A delete of an object: {@code log.delete("x")}. */
  void delete(Object key);

  /**
   * A search by a condition that returned these rows, each a key and its value: {@code
   * log.search("accounts", "balance > 5", Map.of("accounts/1", Map.of("balance", 7)).entrySet())}.
   * A value that the search did not show is {@link #UNSEEN}. The relation {@code "*"} has the keys
   * without a slash.
   */
  void search(String relation, String condition, Collection<? extends Map.Entry<?, ?>> rows);

  /** A search for an aggregate: {@code log.aggregate("accounts", "sum(balance)", 12)}. */
  void aggregate(String relation, String aggregate, Object value);

  /**
   * A read of something unknown in a scope, for a statement that is not understood: {@code
   * log.unknownRead(UnknownScope.table("accounts"))}.
   */
  void unknownRead(UnknownScope scope);

  /**
   * A write of something unknown in a scope, such as {@code balance = balance - 10} without a read:
   * {@code log.unknownWrite(UnknownScope.key("accounts/17"))}.
   */
  void unknownWrite(UnknownScope scope);

  /**
   * The same, and which statement it was: {@code log.unknownRead(scope,
   * recorder.unknownStatement(sql, reason))}.
   */
  void unknownRead(UnknownScope scope, int statement);

  /** The same of a write: {@code log.unknownWrite(scope, statement)}. */
  void unknownWrite(UnknownScope scope, int statement);

  /** An insert that succeeded, so the object was absent: {@code log.insert("x", 1)}. */
  default void insert(Object key, Object value) {
    read(key, null);
    write(key, value);
  }

  /** A compare-and-set that succeeded: {@code log.compareAndSet("x", 1, 2)}. */
  default void compareAndSet(Object key, Object expected, Object value) {
    read(key, expected);
    write(key, value);
  }
}
