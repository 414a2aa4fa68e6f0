package dev.isogauge.history;

import java.math.BigInteger;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Records a history in program order, one call an operation:
 *
 * <pre>{@code
 * History history =
 *     new HistoryRecorder()
 *         .session("alice").transaction().read("x", 0).write("x", 1)
 *         .session("bob").transaction().read("x", 0).write("x", 2)
 *         .initially(0)
 *         .history();
 * }</pre>
 *
 * <p>{@link #session} says where the next transactions belong, {@link #transaction} begins one, and
 * what follows belongs to it until the next begins. A transaction is committed unless it is said to
 * be {@link #aborted} or {@link #indeterminate}.
 *
 * <p>Keys, names and values are integers ({@code Integer}, {@code Long}, {@code BigInteger}) or
 * strings; a value may also be null, which is nil, or a map from column names to such values, which
 * is a row. A key such as {@code "accounts/7"} belongs to the relation {@code "accounts"}.
 *
 * <p>For one thread. To record millions of operations, fill {@link RawBlock}s instead, which need
 * no objects.
 */
public final class HistoryRecorder {
  private final Atoms atoms = new Atoms();
  private final HistoryBuilder builder = new HistoryBuilder(atoms);
  private final RawBlock block = new RawBlock();
  private long session = atoms.text("session");

  /** A history without transactions. */
  public HistoryRecorder() {}

  /** The session of the transactions that follow. */
  public HistoryRecorder session(Object name) {
    session = atom(name);
    return this;
  }

  /** Begins a transaction without a name: reports call it by its session and position. */
  public HistoryRecorder transaction() {
    return begin(Atoms.NO_NAME);
  }

  /** Begins a transaction that reports call by this name; no other may have it. */
  public HistoryRecorder transaction(Object name) {
    return begin(atom(name));
  }

  private HistoryRecorder begin(long name) {
    block.transaction(session, name, Outcome.COMMITTED, block.fragmentCount());
    return this;
  }

  /** The transaction rolled back. */
  public HistoryRecorder aborted() {
    return outcome(Outcome.ABORTED);
  }

  /** The client does not know whether the transaction committed. */
  public HistoryRecorder indeterminate() {
    return outcome(Outcome.INDETERMINATE);
  }

  /** How the transaction ended. */
  public HistoryRecorder outcome(Outcome outcome) {
    current().outcome(outcome);
    return this;
  }

  /** The transaction's start and commit timestamps, by the database's clock. */
  public HistoryRecorder timestamps(long start, long commit) {
    current().timestamps(start, commit);
    return this;
  }

  /** When the transaction began and ended, on the client's clock. */
  public HistoryRecorder times(long begin, long end) {
    current().realTime(begin, end);
    return this;
  }

  /** The transaction's place in the serial order that the database claims. */
  public HistoryRecorder serial(long place) {
    current().serial(place);
    return this;
  }

  /** The isolation level that the transaction asked for, by name. */
  public HistoryRecorder level(String name) {
    current().level(name);
    return this;
  }

  /**
   * How many operations each statement of the transaction does, such as {@code "1u 1 2"}; see
   * {@link History#recordedStatements}.
   */
  public HistoryRecorder statements(String statements) {
    current().statements(statements);
    return this;
  }

  /** A read that returned this value. */
  public HistoryRecorder read(Object key, Object value) {
    current().read(atom(key), atom(value));
    return this;
  }

  /** A read whose result is not known. */
  public HistoryRecorder readUnknown(Object key) {
    current().readUnknown(atom(key));
    return this;
  }

  /** A read of a list that returned these elements. */
  public HistoryRecorder readList(Object key, Object... elements) {
    current().readList(atom(key));
    for (Object element : elements) {
      block.element(atom(element));
    }
    return this;
  }

  /** A write: of a new key, or over what was there. */
  public HistoryRecorder write(Object key, Object value) {
    current().write(atom(key), atom(value));
    return this;
  }

  /** A new row, by its columns; the same as {@link #write}. */
  public HistoryRecorder insert(Object key, Map<String, ?> columns) {
    return write(key, columns);
  }

  /** Appends an element to a list. */
  public HistoryRecorder append(Object key, Object element) {
    current().append(atom(key), atom(element));
    return this;
  }

  /** Deletes a key. */
  public HistoryRecorder delete(Object key) {
    current().delete(atom(key));
    return this;
  }

  /**
   * A predicate read that returned the rows of these keys, and no others.
   *
   * @param relation the relation's name; empty for the keys that belong to none
   * @param condition in SQL, such as {@code balance > 5}
   */
  public HistoryRecorder readRows(String relation, String condition, Object... keys) {
    RawPredicates read = predicateRead(relation, condition);
    read.rows();
    for (Object key : keys) {
      read.row(atom(key));
    }
    return this;
  }

  /** As {@link #readRows(String, String, Object...)}, with the value of each row. */
  public HistoryRecorder readRows(String relation, String condition, Map<?, ?> rows) {
    RawPredicates read = predicateRead(relation, condition);
    read.rows();
    rows.forEach((key, value) -> read.row(atom(key), atom(value)));
    return this;
  }

  /**
   * A predicate read that returned one value.
   *
   * @param aggregate in SQL, such as {@code count(*) where balance > 5}
   */
  public HistoryRecorder readAggregate(String relation, String aggregate, Object value) {
    predicateRead(relation, aggregate).value(atom(value));
    return this;
  }

  private RawPredicates predicateRead(String relation, String condition) {
    return current().predicateRead(relation(relation), atoms.text(condition));
  }

  /** A read of something unknown in a key; see {@link UnknownOperations}. */
  public HistoryRecorder readSomething(Object key) {
    return unknown(false, UnknownOperations.Scope.KEY, atom(key));
  }

  /** A read of something unknown in a relation. */
  public HistoryRecorder readSomethingIn(String relation) {
    return unknown(false, UnknownOperations.Scope.TABLE, relation(relation));
  }

  /** A write of something unknown to a key. */
  public HistoryRecorder writeSomething(Object key) {
    return unknown(true, UnknownOperations.Scope.KEY, atom(key));
  }

  /** A write of something unknown in a relation; empty for the keys that belong to none. */
  public HistoryRecorder writeSomethingIn(String relation) {
    return unknown(true, UnknownOperations.Scope.TABLE, relation(relation));
  }

  /** A read of something unknown, anywhere. */
  public HistoryRecorder readSomethingAnywhere() {
    return unknown(false, UnknownOperations.Scope.EVERYTHING, Atoms.NO_NAME);
  }

  /** A write of something unknown, anywhere. */
  public HistoryRecorder writeSomethingAnywhere() {
    return unknown(true, UnknownOperations.Scope.EVERYTHING, Atoms.NO_NAME);
  }

  private HistoryRecorder unknown(boolean isWrite, UnknownOperations.Scope scope, long name) {
    current().unknownOperation(isWrite, scope, name);
    return this;
  }

  private long relation(String name) {
    return name.isEmpty() ? Atoms.NO_NAME : atoms.text(name);
  }

  /** The value of every key before the first transaction; nil unless it is given. */
  public HistoryRecorder initially(Object value) {
    builder.defaultInitialValue(atom(value));
    return this;
  }

  /** The value of a key before the first transaction. */
  public HistoryRecorder initially(Object key, Object value) {
    builder.initialValue(atom(key), atom(value));
    return this;
  }

  /**
   * The history of what was recorded. The recorder is used up.
   *
   * @throws HistoryException if what was recorded contradicts itself, such as a key that is a list
   *     and a plain value
   */
  public History history() {
    builder.add(block);
    return builder.build();
  }

  private RawBlock current() {
    if (block.fragmentCount() == 0) {
      throw new IllegalStateException("no transaction has begun; expected transaction() first");
    }
    return block;
  }

  private long atom(Object value) {
    if (value == null) {
      return Atoms.NIL;
    } else if (value instanceof String text) {
      return atoms.text(text);
    } else if (value instanceof Integer || value instanceof Long) {
      return atoms.integer(((Number) value).longValue());
    } else if (value instanceof BigInteger integer) {
      String token = integer.toString();
      return atoms.of(token, 0, token.length());
    } else if (value instanceof Map<?, ?> columns) {
      SortedMap<String, Long> row = new TreeMap<>();
      columns.forEach((column, content) -> row.put((String) column, atom(content)));
      return atoms.row(row);
    }
    throw new IllegalArgumentException(
        value.getClass().getName()
            + " is neither a key nor a value; expected an integer, a string, null or a map of"
            + " columns");
  }
}
