package dev.isogauge.history;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The history of a database run: sessions, their transactions in session order, and the
 * transactions' operations in program order. Sessions, transactions, operations and keys are dense
 * ints: transactions are numbered session by session, operations transaction by transaction. Keys,
 * values and names are {@link Atoms}.
 *
 * <p>Immutable. Every read is resolved: {@link #readFrom} and {@link #readStatus} say what it saw.
 * (In a history with timestamps, which can be judged by values alone, reads are resolved when that
 * is first asked.) {@link #listSize} and {@link #listElement} say what a list read saw. A
 * transaction is constrained by isolation levels only if it {@link #counts}.
 */
public final class History {
  /**
   * {@link #readFrom}: the initial version, which precedes every transaction; and the transaction
   * that wrote it.
   */
  public static final int INITIAL = -1;

  /** {@link #readFrom}: a value that was never written. */
  public static final int THIN_AIR = -2;

  /** {@link #readFrom}: one of {@link #candidates}. */
  public static final int SEVERAL = -3;

  /** {@link #readFrom}: the result of the read was not observed. */
  public static final int UNKNOWN = -4;

  /** No operation, transaction, key or place, where a number would say which. */
  public static final int NONE = -5;

  private final HistoryColumns columns;
  private final Atoms atoms;
  private final LazyResolution resolution;
  private final List<VersionOrder> versionOrders;
  private final long[] namedWriters;

  /** Made when a key is first asked for by its atom; equal, should two threads make it. */
  private volatile AtomIndex keys;

  /** Made when first asked for. */
  private volatile History knownPart;

  /** Null until someone asks. */
  private volatile Optional<History> widePart;

  History(
      HistoryColumns columns,
      Atoms atoms,
      LazyResolution resolution,
      List<VersionOrder> versionOrders,
      long[] namedWriters) {
    this.columns = columns;
    this.atoms = atoms;
    this.resolution = resolution;
    this.versionOrders = List.copyOf(versionOrders);
    this.namedWriters = namedWriters;
  }

  /** How many sessions there are. */
  public int sessionCount() {
    return columns.sessionNames.length;
  }

  /** How many transactions there are, of all outcomes. */
  public int transactionCount() {
    return columns.outcomes.length;
  }

  /** How many operations there are; predicate reads are not among them. */
  public int operationCount() {
    return columns.kinds.length;
  }

  /** How many keys operations have. */
  public int keyCount() {
    return columns.keyNames.length;
  }

  /** The first transaction of the session; it has none if this equals {@link #endTransaction}. */
  public int firstTransaction(int session) {
    return columns.firstTransaction[session];
  }

  /** The number after the session's last transaction. */
  public int endTransaction(int session) {
    return columns.firstTransaction[session + 1];
  }

  /** The session of a transaction. */
  public int sessionOf(int transaction) {
    return columns.sessionOf[transaction];
  }

  /** How the transaction ended. */
  public Outcome outcome(int transaction) {
    return Outcome.of(columns.outcomes[transaction]);
  }

  /** Whether the transaction committed, or is indeterminate and something shows it happened. */
  public boolean counts(int transaction) {
    return columns.counts[transaction];
  }

  /** The transaction's first operation; it has none if this equals {@link #endOperation}. */
  public int firstOperation(int transaction) {
    return columns.firstOperation[transaction];
  }

  /** The number after the transaction's last operation. */
  public int endOperation(int transaction) {
    return columns.firstOperation[transaction + 1];
  }

  /** The transaction of an operation. */
  public int transactionOf(int operation) {
    return columns.transactionOf[operation];
  }

  /** Whether the operation writes, deletes or appends; else it reads. */
  public boolean isWrite(int operation) {
    return columns.kinds[operation] >= HistoryColumns.WRITE;
  }

  /** Whether the operation appends to a list. */
  public boolean isAppend(int operation) {
    return columns.kinds[operation] >= HistoryColumns.APPEND;
  }

  /** Whether the operation reads a list. */
  public boolean isListRead(int operation) {
    return columns.kinds[operation] == HistoryColumns.LIST_READ;
  }

  /** Whether the operation is a read whose result was not observed. */
  public boolean isUnknownRead(int operation) {
    return columns.kinds[operation] == RawBlock.READ_UNKNOWN;
  }

  /** How many elements a list read saw. */
  public int listSize(int listRead) {
    return columns.lists.size((int) columns.values[listRead]);
  }

  /** The atom of an element that a list read saw. */
  public long listElement(int listRead, int index) {
    return columns.lists.element((int) columns.values[listRead], index);
  }

  /** How many elements two list reads begin with in common, up to a number that both have. */
  public int commonPrefix(int listRead, int other, int most) {
    return columns.lists.commonPrefix(
        (int) columns.values[listRead], (int) columns.values[other], most);
  }

  /** Whether operations append to lists or read them. */
  public boolean hasLists() {
    return columns.hasLists;
  }

  /** Whether objects are deleted; then every write of nil is a delete. */
  public boolean hasDeletes() {
    return columns.hasDeletes;
  }

  /** Whether the operation deletes its key. */
  public boolean isDelete(int operation) {
    return columns.hasDeletes
        && isWrite(operation)
        && !isAppend(operation)
        && columns.values[operation] == Atoms.DEAD;
  }

  /** Reads of the rows that match a condition; they are not among the operations. */
  public PredicateReads predicateReads() {
    return columns.predicates;
  }

  /** Whether the operation is the last write of its key by a transaction that did not abort. */
  public boolean isFinalWrite(int operation) {
    resolution.ensure();
    return columns.kinds[operation] == HistoryColumns.FINAL_WRITE;
  }

  /** Whether the operation reads another counting transaction or the initial value, faultlessly. */
  public boolean isExternalRead(int operation) {
    resolution.ensure();
    return columns.kinds[operation] == 0;
  }

  /** What kind of read the operation is. It must be a read. */
  public ReadStatus readStatus(int read) {
    resolution.ensure();
    return ReadStatus.of(columns.kinds[read]);
  }

  /** The key of an operation. */
  public int keyOf(int operation) {
    return columns.keys[operation];
  }

  /**
   * The atom of the value written, appended or read; nil where a read's result is unknown. Not for
   * list reads.
   */
  public long valueOf(int operation) {
    return columns.values[operation];
  }

  /**
   * Whether no read is faulty, undecided or unknown, so that a search for such reads finds none.
   */
  public boolean allReadsClean() {
    resolution.ensure();
    return columns.allReadsClean;
  }

  /** The write that the read saw, or one of this class's negative constants. */
  public int readFrom(int read) {
    resolution.ensure();
    return columns.readFrom[read];
  }

  /** The writes that a {@link #SEVERAL} read may have seen, {@link #INITIAL} among them. */
  public int[] candidates(int read) {
    int key = keyOf(read);
    long value = valueOf(read);
    int own = transactionOf(read);
    DuplicateWrites duplicates = resolution.ensure().duplicates();
    int group = duplicates.groupOf(key, value);
    int[] possible =
        Arrays.stream(duplicates.possible(group)).filter(w -> transactionOf(w) != own).toArray();
    if (value != initialValue(key)) {
      return possible;
    }
    int[] withInitial = new int[possible.length + 1];
    withInitial[0] = INITIAL;
    System.arraycopy(possible, 0, withInitial, 1, possible.length);
    return withInitial;
  }

  /**
   * Writes that share key and value, or that write a key's initial value, among transactions that
   * did not abort: one array per key and value, with {@link #INITIAL} first where it is one of them
   * and one write per transaction.
   */
  public List<int[]> duplicateWrites() {
    return resolution.ensure().duplicates().conflicts();
  }

  /**
   * The write of a value to a key, or the append of an element to a list. Where there are several,
   * those that transactions overwrote themselves yield to final ones, and those of aborted
   * transactions to all others; among these the last one stands for all.
   *
   * @return the write; {@link #NONE}; or {@link #SEVERAL} for two that stand: final writes or
   *     appends of transactions that did not abort
   */
  public int writeOf(int key, long value) {
    return resolution.ensure().find(key, value);
  }

  /** All writes of a value to a key or appends of an element, ascending, aborted ones included. */
  public int[] writesOf(int key, long value) {
    return resolution.ensure().all(key, value);
  }

  /**
   * The version that a record means by its value and perhaps its writer's name: a write as in
   * {@link #writeOf}, {@link #INITIAL}, {@link #THIN_AIR} if there is none, {@link #SEVERAL} if the
   * record does not say which.
   *
   * @param writer the writer's name, or {@link Atoms#NO_NAME}
   * @param canBeInitial whether the initial version may be meant without being named, although
   *     others wrote the value too
   */
  public int version(int key, long value, long writer, boolean canBeInitial) {
    boolean isInitial = value == initialValue(key);
    if (writer == Atoms.INITIAL_WRITER) {
      return isInitial ? INITIAL : THIN_AIR;
    }
    if (writer != Atoms.NO_NAME) {
      int transaction = resolution.transactionNamed(writer);
      int write = transaction == NONE ? NONE : resolution.ensure().findBy(key, value, transaction);
      return write == NONE ? THIN_AIR : write;
    }
    int write = writeOf(key, value);
    if (!isInitial) {
      return write == NONE ? THIN_AIR : write;
    }
    boolean stands = write == SEVERAL || (write != NONE && isFinalWrite(write));
    if (canBeInitial) {
      return stands ? SEVERAL : INITIAL;
    }
    return write == NONE ? INITIAL : write;
  }

  /**
   * The first append of an element that was appended to its list before, both by transactions that
   * did not abort; {@link #NONE} if there is none.
   */
  public int repeatedAppend() {
    return resolution.ensure().duplicates().repeatedAppend();
  }

  /** The key of an atom; {@link #NONE} if no operation has it. */
  public int keyNamed(long atom) {
    AtomIndex known = keys;
    if (known == null) {
      known = new AtomIndex();
      for (long name : columns.keyNames) {
        known.intern(name);
      }
      keys = known;
    }
    return known.find(atom);
  }

  /** The atom of the name of the writer that the read's record gives, if it gives one. */
  public Optional<Long> namedWriter(int read) {
    return namedWriters == null || namedWriters[read] == Atoms.NO_NAME
        ? Optional.empty()
        : Optional.of(namedWriters[read]);
  }

  /** The id of a write, or the write's id that a read gives; else {@link Atoms#NO_NAME}. */
  long writeId(int operation) {
    return resolution.writeId(operation);
  }

  /** The atom of a key's name. */
  public long keyAtom(int key) {
    return columns.keyNames[key];
  }

  /** The atom of a key's value before all transactions. */
  public long initialValue(int key) {
    return columns.initialValues[key];
  }

  /** The atom of a session's name. */
  public long sessionAtom(int session) {
    return columns.sessionNames[session];
  }

  /** The atom of the transaction's name, or {@link Atoms#NO_NAME}. */
  public long nameAtom(int transaction) {
    return columns.names[transaction];
  }

  /** A key's name as it is written in the text format. */
  public String keyName(int key) {
    return atoms.token(keyAtom(key));
  }

  /** A session's name as it is written in the text format. */
  public String sessionName(int session) {
    return atoms.token(sessionAtom(session));
  }

  /** An operation's value, or the list it read, as it is written in the text format. */
  public String valueName(int operation) {
    return isListRead(operation) ? listName(operation) : atoms.token(valueOf(operation));
  }

  private String listName(int listRead) {
    return IntStream.range(0, listSize(listRead))
        .mapToObj(i -> atoms.token(listElement(listRead, i)))
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** The transaction's own name, else session.position; {@code init} for the initial one. */
  public String transactionName(int transaction) {
    if (transaction == INITIAL) {
      return "init";
    }
    if (nameAtom(transaction) != Atoms.NO_NAME) {
      return atoms.token(nameAtom(transaction));
    }
    int session = sessionOf(transaction);
    return atoms.plain(sessionAtom(session)) + "." + (transaction - firstTransaction(session) + 1);
  }

  /** The table of the symbols that atoms stand for. */
  public Atoms atoms() {
    return atoms;
  }

  /** Whether any transaction has a start or commit timestamp of the database's clock. */
  public boolean hasTimestamps() {
    return has(HistoryColumns.START) || has(HistoryColumns.COMMIT);
  }

  /** Whether any transaction has a begin or end on the clients' clock. */
  public boolean hasRealTime() {
    return has(HistoryColumns.BEGIN) || has(HistoryColumns.END);
  }

  private boolean has(int which) {
    return columns.times != null
        && Arrays.stream(columns.times[which]).anyMatch(time -> time != RawBlock.NO_TIME);
  }

  /** Start timestamp by the database's clock, or {@link RawBlock#NO_TIME}. */
  public long startTimestamp(int transaction) {
    return time(HistoryColumns.START, transaction);
  }

  /** Commit timestamp by the database's clock, or {@link RawBlock#NO_TIME}. */
  public long commitTimestamp(int transaction) {
    return time(HistoryColumns.COMMIT, transaction);
  }

  /** The logical part of the start timestamp, which decides between equal ones; 0 if not given. */
  public long startLogical(int transaction) {
    return logicalTime(HistoryColumns.START, transaction);
  }

  /** The logical part of the commit timestamp, which decides between equal ones; 0 if not given. */
  public long commitLogical(int transaction) {
    return logicalTime(HistoryColumns.COMMIT, transaction);
  }

  /** Whether every counting transaction has a start and a commit timestamp. */
  public boolean isTimestamped() {
    for (int t = 0; t < transactionCount(); t++) {
      if (counts(t)
          && (startTimestamp(t) == RawBlock.NO_TIME || commitTimestamp(t) == RawBlock.NO_TIME)) {
        return false;
      }
    }
    return hasTimestamps();
  }

  /** The recorded place in the session, or {@link RawBlock#NO_NUMBER}. */
  public long sequenceNumber(int transaction) {
    return columns.numbers == null ? RawBlock.NO_NUMBER : columns.numbers[transaction];
  }

  /** The place in the order that the database claims, or {@link RawBlock#NO_NUMBER}. */
  public long serialPosition(int transaction) {
    return columns.serials == null ? RawBlock.NO_NUMBER : columns.serials[transaction];
  }

  /** The id that snapshots know the transaction by, or {@link RawBlock#NO_NUMBER}. */
  public long transactionId(int transaction) {
    return columns.transactionIds == null
        ? RawBlock.NO_NUMBER
        : columns.transactionIds[transaction];
  }

  /** What the transaction could see, if the database said so. */
  public Optional<Snapshot> snapshot(int transaction) {
    return columns.snapshots == null
        ? Optional.empty()
        : Optional.ofNullable(columns.snapshots[transaction]);
  }

  /** All transactions in the order in which the input has them. */
  public int[] inInputOrder() {
    return Arrays.stream(columns.inputOrder).filter(t -> t >= 0).toArray();
  }

  /** The name of the isolation level that the transaction asked for; empty if not recorded. */
  public String recordedLevel(int transaction) {
    return columns.levels == null ? "" : columns.levels[transaction];
  }

  /**
   * How many operations each statement of the transaction did, a predicate read being one: {@code
   * "1u 1 2"}, where {@code u} is a read for update and {@code s} one for share; empty if not
   * recorded.
   */
  public String recordedStatements(int transaction) {
    return columns.statementSizes == null ? "" : columns.statementSizes[transaction];
  }

  /** Whether it is recorded of a transaction what its statements did. */
  public boolean hasRecordedStatements() {
    return columns.statementSizes != null;
  }

  /** Whether a transaction has a level of its own. */
  public boolean hasRecordedLevels() {
    return columns.levels != null;
  }

  /** Whether a transaction has a place in a claimed order, an id or a snapshot. */
  public boolean hasClaims() {
    return columns.serials != null;
  }

  /** Begin on the client's clock, or {@link RawBlock#NO_TIME}. */
  public long beginTime(int transaction) {
    return time(HistoryColumns.BEGIN, transaction);
  }

  /** End on the client's clock, or {@link RawBlock#NO_TIME}. */
  public long endTime(int transaction) {
    return time(HistoryColumns.END, transaction);
  }

  private long time(int which, int transaction) {
    return columns.times == null ? RawBlock.NO_TIME : columns.times[which][transaction];
  }

  private long logicalTime(int which, int transaction) {
    return columns.logicalTimes == null ? 0 : columns.logicalTimes[which][transaction];
  }

  /** Reads and writes of which only the scope is known; they are not operations. */
  public UnknownOperations unknownOperations() {
    return columns.unknown;
  }

  /**
   * What the history says for certain: itself without unknown operations, else a history with the
   * same numbers in which reads that an unknown write could explain have unknown results. Whatever
   * that violates, this does.
   */
  public History knownPart() {
    if (columns.unknown.count() == 0) {
      return this;
    }
    History known = knownPart;
    if (known == null) {
      known = KnownPart.of(this);
      knownPart = known;
    }
    return known;
  }

  /**
   * The history with reads of all objects that predicate reads saw, with the same numbers of
   * transactions and keys: whatever level that satisfies, this does, whatever the conditions mean.
   * None if there are no predicate reads, or not all have a version set and no result.
   */
  public Optional<History> widePart() {
    Optional<History> wide = widePart;
    if (wide == null) {
      wide = WidePart.of(this);
      widePart = wide;
    }
    return wide;
  }

  /** Version orders as recorded, at most one per key. */
  public List<VersionOrder> versionOrders() {
    return versionOrders;
  }

  /** The statements that were not understood; parts of a history have none. */
  public List<UnknownStatement> statements() {
    return columns.statements;
  }

  /** Why the recording ended before the application did; parts of a history do not say. */
  public Optional<String> ending() {
    return Optional.ofNullable(columns.ending);
  }

  /** The faults injected while it was recorded; parts of a history have none. */
  public List<Fault> faults() {
    return columns.faults;
  }
}
