package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * Raw operations of one part of an input, in input order, as a reader saw them. A reader fills one
 * block per part, possibly on several threads, and hands the blocks to {@link HistoryBuilder} in
 * order.
 *
 * <p>A block is a sequence of fragments. A fragment is consecutive operations of one transaction. A
 * named transaction may come in several fragments, even in several blocks; an unnamed transaction
 * is one fragment.
 */
public final class RawBlock {
  // Kinds as in HistoryColumns, so that resolving reads changes only what it must.
  static final byte READ = 0;
  static final byte READ_UNKNOWN = HistoryColumns.UNKNOWN_READ;
  static final byte READ_LIST = HistoryColumns.LIST_READ;
  static final byte WRITE = HistoryColumns.WRITE;
  static final byte APPEND = HistoryColumns.APPEND;

  /** Real time or timestamp that is not given. */
  public static final long NO_TIME = Long.MIN_VALUE;

  /** A sequence number that is not given. */
  public static final long NO_NUMBER = Long.MIN_VALUE;

  // Operations.
  private byte[] kinds;
  private int[] localKeys;
  private long[] values;
  private int operations;
  private final AtomIndex keys = new AtomIndex();

  private long firstLine = 1;

  // Fragments; a fragment ends where the next begins.
  private final LongArrayList sessions = new LongArrayList();
  private final LongArrayList names = new LongArrayList();
  private final IntArrayList begins = new IntArrayList();
  private final IntArrayList lines = new IntArrayList();
  private byte[] outcomes = new byte[64];

  private final FragmentMetadata metadata = new FragmentMetadata();

  private final RawSteps steps = new RawSteps();

  /** Made for the first predicate read. */
  private RawPredicates predicates;

  /** Made for the first unknown operation. */
  private UnknownOperations.Raw unknown;

  private boolean hasDeletes;

  /**
   * Elements of all list reads; a list read's value is its list, which ends where the next begins.
   */
  private final ListTable lists = new ListTable();

  private boolean hasLists;

  /** Three longs a named read: operation, writer's name, write id or {@link Atoms#NO_NAME}. */
  private final LongArrayList namedReads = new LongArrayList();

  /** Two longs an identified write: operation, write id. */
  private final LongArrayList writeIds = new LongArrayList();

  /** An empty block. */
  public RawBlock() {
    this(1024);
  }

  /** A block with room for about a number of operations; it grows when there are more. */
  public RawBlock(int expectedOperations) {
    int capacity = Math.max(16, expectedOperations);
    kinds = new byte[capacity];
    localKeys = new int[capacity];
    values = new long[capacity];
  }

  /**
   * Begins a fragment of a transaction.
   *
   * @param name the transaction's name, or {@link Atoms#NO_NAME}
   * @param line its line, from 0 within the block
   */
  public void transaction(long session, long name, Outcome outcome, int line) {
    int fragment = names.size();
    if (fragment == outcomes.length) {
      outcomes = Arrays.copyOf(outcomes, fragment * 2);
    }
    outcomes[fragment] = outcome.code();
    sessions.add(session);
    names.add(name);
    begins.add(operations);
    lines.add(line);
  }

  /** Gives the current transaction another outcome. */
  void outcome(Outcome outcome) {
    outcomes[names.size() - 1] = outcome.code();
  }

  /** Gives the current transaction its start and commit timestamps. */
  public void timestamps(long start, long commit) {
    metadata.timestamps(names.size() - 1, start, commit);
  }

  /** Gives the current transaction its begin and end on the client's clock. */
  public void realTime(long begin, long end) {
    metadata.realTime(names.size() - 1, begin, end);
  }

  /**
   * Gives the current transaction's timestamps their logical parts, which decide between equal
   * physical ones; 0 where they are not given.
   */
  public void logicalTimes(long start, long commit) {
    metadata.logicalTimes(names.size() - 1, start, commit);
  }

  /** Gives the current transaction its place in its session, whatever the order of the input. */
  public void number(long number) {
    metadata.number(names.size() - 1, number);
  }

  /** Gives the current transaction its place in the order that the database claims. */
  public void serial(long place) {
    metadata.serial(names.size() - 1, place);
  }

  /** Gives the current transaction the id that snapshots know it by. */
  public void transactionId(long id) {
    metadata.transactionId(names.size() - 1, id);
  }

  /** The isolation level that the current transaction asked for, by name. */
  public void level(String level) {
    metadata.level(names.size() - 1, level);
  }

  /** What each statement of the current transaction did; see {@link History#recordedStatements}. */
  public void statements(String statements) {
    metadata.statements(names.size() - 1, statements);
  }

  /** What the current transaction could see, by what the database says. */
  public void snapshot(Snapshot snapshot) {
    metadata.snapshot(names.size() - 1, snapshot);
  }

  /**
   * Gives a fragment its session and its times on the client's clock, which may only be known after
   * its operations.
   */
  public void complete(int fragment, long session, long begin, long end) {
    sessions.set(fragment, session);
    metadata.realTime(fragment, begin, end);
  }

  /** Adds a read that returned a value. */
  public void read(long key, long value) {
    add(READ, key, value);
  }

  /** A read of a list; its elements follow, one {@link #element} each. */
  public void readList(long key) {
    add(READ_LIST, key, lists.begin());
    hasLists = true;
  }

  /** The next element of the list that was just read. */
  public void element(long value) {
    lists.add(value);
  }

  /** Appends a value to a list. */
  public void append(long key, long value) {
    add(APPEND, key, value);
    hasLists = true;
  }

  /** A read whose result was not observed. */
  public void readUnknown(long key) {
    add(READ_UNKNOWN, key, Atoms.NIL);
  }

  /** Adds a write. */
  public void write(long key, long value) {
    add(WRITE, key, value);
  }

  /** Deletes an object: it is absent again, as before its first write. */
  public void delete(long key) {
    add(WRITE, key, Atoms.DEAD);
    hasDeletes = true;
  }

  /**
   * A read of the rows of a relation that match a condition. What it returned goes into the
   * returned object.
   *
   * @param relation the relation's name, or {@link Atoms#NO_NAME} for the keys without one
   */
  public RawPredicates predicateRead(long relation, long condition) {
    if (predicates == null) {
      predicates = new RawPredicates(this);
    }
    steps.add(names.size() - 1, operations, predicates.count());
    predicates.add(names.size() - 1, relation, condition);
    return predicates;
  }

  /**
   * A read or write of which only the scope is known.
   *
   * @param name the key or the relation; {@link Atoms#NO_NAME} for everything, and for the relation
   *     of keys without one
   */
  public void unknownOperation(boolean isWrite, UnknownOperations.Scope scope, long name) {
    unknownOperation(isWrite, scope, name, UnknownOperations.NO_STATEMENT);
  }

  /** The same, of a statement that {@link HistoryBuilder#statement} explains. */
  public void unknownOperation(
      boolean isWrite, UnknownOperations.Scope scope, long name, int statement) {
    if (unknown == null) {
      unknown = new UnknownOperations.Raw();
    }
    steps.add(names.size() - 1, operations, -unknown.add(isWrite, scope, name, statement));
  }

  /** Names the transaction that the last read read from; {@code INITIAL_WRITER} is the initial. */
  public void fromWriter(long name) {
    fromWrite(name, Atoms.NO_NAME);
  }

  /** Names the very write that the last read read. */
  public void fromWrite(long name, long writeId) {
    namedReads.add(operations - 1);
    namedReads.add(name);
    namedReads.add(writeId);
  }

  /** Copies a fragment of another block, with its own outcome. */
  public void copyFragment(RawBlock other, int fragment, Outcome outcome) {
    transaction(
        other.session(fragment),
        other.name(fragment),
        outcome,
        (int) (other.line(fragment) - firstLine));
    for (int i = other.fragmentBegin(fragment); i < other.fragmentEnd(fragment); i++) {
      add(other.kinds[i], other.key(i), other.values[i]);
      if (other.isListRead(i)) {
        values[operations - 1] = lists.begin();
        hasLists = true;
        for (int e = 0; e < other.listSize(i); e++) {
          lists.add(other.listElement(i, e));
        }
      }
      hasLists |= other.isAppend(i);
    }
    hasDeletes |= other.hasDeletes;
  }

  /** Gives the last write an id that reads can name. */
  public void writeId(long id) {
    writeIds.add(operations - 1);
    writeIds.add(id);
  }

  /** Says where the block begins in its input, for messages. */
  public void firstLine(long line) {
    firstLine = line;
  }

  /** How many operations the block has. */
  public int operationCount() {
    return operations;
  }

  private void add(byte kind, long key, long value) {
    int index = operations;
    if (index == kinds.length) {
      grow();
    }
    kinds[index] = kind;
    localKeys[index] = keys.intern(key);
    values[index] = value;
    operations = index + 1;
  }

  private void grow() {
    int length = Math.multiplyExact(operations, 2);
    kinds = Arrays.copyOf(kinds, length);
    localKeys = Arrays.copyOf(localKeys, length);
    values = Arrays.copyOf(values, length);
  }

  /**
   * Puts other atoms in place of those of sessions, names, keys and values, for instance those of
   * another table ({@link Atoms#from}). Nothing may be added to the block afterwards.
   */
  public void rename(LongUnaryOperator atoms) {
    sessions.replaceAll(atoms);
    names.replaceAll(atoms);
    keys.rename(atoms);
    lists.rename(atoms);
    for (int i = 0; i < operations; i++) {
      if (kinds[i] != READ_LIST && kinds[i] != READ_UNKNOWN) {
        values[i] = atoms.applyAsLong(values[i]);
      }
    }
    for (int i = 0; i < namedReads.size(); i += 3) {
      namedReads.set(i + 1, atoms.applyAsLong(namedReads.getLong(i + 1)));
      namedReads.set(i + 2, atoms.applyAsLong(namedReads.getLong(i + 2)));
    }
    for (int i = 1; i < writeIds.size(); i += 2) {
      writeIds.set(i, atoms.applyAsLong(writeIds.getLong(i)));
    }
  }

  /** How many fragments there are; one per transaction, unless the format interleaves them. */
  public int fragmentCount() {
    return names.size();
  }

  /** The atom of the session of a fragment's transaction. */
  public long session(int fragment) {
    return sessions.getLong(fragment);
  }

  /** The atom of the name of a fragment's transaction, or {@link Atoms#NO_NAME}. */
  public long name(int fragment) {
    return names.getLong(fragment);
  }

  /** How a fragment's transaction ended. */
  public Outcome outcome(int fragment) {
    return Outcome.of(outcomes[fragment]);
  }

  /** The fragment's line in the whole input, from 1. */
  public long line(int fragment) {
    return firstLine + lines.getInt(fragment);
  }

  /** The first operation of a fragment; it has none if this equals {@link #fragmentEnd}. */
  public int fragmentBegin(int fragment) {
    return begins.getInt(fragment);
  }

  /** The number after the last operation of a fragment. */
  public int fragmentEnd(int fragment) {
    return fragment + 1 < begins.size() ? begins.getInt(fragment + 1) : operations;
  }

  /** What the fragments say about time and order. */
  public FragmentMetadata metadata() {
    return metadata;
  }

  /** Whether predicates were read; they are not among the operations. */
  public boolean hasPredicates() {
    return predicates != null;
  }

  /** The fragments with a predicate read whose result or version set is known. */
  public BitSet predicateReaders() {
    return predicates == null ? new BitSet() : predicates.readers();
  }

  /** The fragments with a read or write of which only the scope is known. */
  public BitSet fragmentsWithUnknown() {
    return steps.fragmentsWithUnknown();
  }

  /** The atom of an operation's key. */
  public long key(int operation) {
    return keys.atom(localKeys[operation]);
  }

  /** Whether the operation writes or appends. */
  public boolean isWrite(int operation) {
    return kinds[operation] >= WRITE;
  }

  /** Whether the operation appends to a list. */
  public boolean isAppend(int operation) {
    return kinds[operation] == APPEND;
  }

  /** Whether the operation reads a list. */
  public boolean isListRead(int operation) {
    return kinds[operation] == READ_LIST;
  }

  /** Whether the operation is a read whose result was not observed. */
  public boolean isUnknownRead(int operation) {
    return kinds[operation] == READ_UNKNOWN;
  }

  /** The value written, appended or read; not for list reads. */
  public long value(int operation) {
    return values[operation];
  }

  /** How many elements a list read saw. */
  public int listSize(int operation) {
    return lists.size((int) values[operation]);
  }

  /** An element that a list read saw. */
  public long listElement(int operation, int index) {
    return lists.element((int) values[operation], index);
  }

  byte kind(int operation) {
    return kinds[operation];
  }

  /** Makes a read of nil a read of the empty list. */
  void readEmptyList(int operation) {
    kinds[operation] = READ_LIST;
    values[operation] = lists.begin();
  }

  int localKey(int operation) {
    return localKeys[operation];
  }

  byte outcomeCode(int fragment) {
    return outcomes[fragment];
  }

  boolean hasLists() {
    return hasLists;
  }

  boolean hasDeletes() {
    return hasDeletes;
  }

  RawSteps steps() {
    return steps;
  }

  Optional<RawPredicates> predicates() {
    return Optional.ofNullable(predicates);
  }

  Optional<UnknownOperations.Raw> unknownOperations() {
    return Optional.ofNullable(unknown);
  }

  ListTable lists() {
    return lists;
  }

  /** The number that the key has in this block. */
  int localKeyOf(long key) {
    return keys.intern(key);
  }

  AtomIndex keys() {
    return keys;
  }

  LongArrayList namedReads() {
    return namedReads;
  }

  LongArrayList writeIds() {
    return writeIds;
  }

  /** Copies operations to their final place, with keys and lists renumbered. */
  void copy(int begin, int end, int[] keyIds, int firstList, HistoryColumns to, int target) {
    System.arraycopy(kinds, begin, to.kinds, target, end - begin);
    System.arraycopy(values, begin, to.values, target, end - begin);
    for (int i = begin; i < end; i++) {
      to.keys[target + i - begin] = keyIds[localKeys[i]];
      if (kinds[i] == READ_LIST) {
        to.values[target + i - begin] += firstList;
      }
    }
  }
}
