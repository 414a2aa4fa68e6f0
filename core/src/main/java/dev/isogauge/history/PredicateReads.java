package dev.isogauge.history;

/**
 * The predicate reads of a history: which rows of a relation matched a condition. They are not
 * among the operations, so a loop over the operations meets reads and writes of single keys only.
 *
 * <p>Predicate reads are dense ints, numbered transaction by transaction in program order. {@link
 * #operationAfter} says where one is. A row that it returned with its value was read too; those
 * reads are operations, from {@link #operationAfter} on.
 */
public final class PredicateReads extends StepPlaces {
  // What is known of the result, and whether a version set is.
  static final int UNKNOWN = 0;
  static final int ROWS = 1;
  static final int VALUE = 2;
  static final int VERSION_SET = 4;

  /** {@link #resultRead}: the row came without its value. */
  public static final int NO_READ = History.NONE;

  // One entry a predicate read.
  private final long[] relations;
  private final long[] conditions;
  private final long[] values;
  private final int[] kinds;

  // These have one more entry at the end.
  private final int[] resultBegins;
  private final int[] memberBegins;

  // One entry a row that was returned.
  private final int[] resultKeys;
  private final int[] resultReads;

  // One entry a member of a version set.
  private final int[] memberKeys;
  private final long[] memberValues;
  private final long[] memberWriters;

  /** The predicate reads of a history, of all steps in its order. */
  PredicateReads(RawSteps.Steps all, RawSteps.Numbers numbers, int transactionCount) {
    super(all, all.ofKind(true), transactionCount);
    relations = new long[count()];
    conditions = new long[count()];
    values = new long[count()];
    kinds = new int[count()];
    resultBegins = new int[count() + 1];
    memberBegins = new int[count() + 1];
    int rows = 0;
    int members = 0;
    for (RawBlock block : numbers.blocks()) {
      if (block.predicates().isPresent()) {
        rows = Math.addExact(rows, block.predicates().get().resultKeys.size());
        members = Math.addExact(members, block.predicates().get().memberKeys.size());
      }
    }
    resultKeys = new int[rows];
    resultReads = new int[rows];
    memberKeys = new int[members];
    memberValues = new long[members];
    memberWriters = new long[members];
    int p = 0;
    for (int step : all.ofKind(true)) {
      copy(all, step, p++, numbers);
    }
  }

  /** Copies a predicate read to {@code to}, after the one before it. */
  private void copy(RawSteps.Steps steps, int step, int to, RawSteps.Numbers numbers) {
    int block = steps.block(step);
    int from = steps.number(step);
    RawPredicates raw = numbers.blocks().get(block).predicates().orElseThrow();
    relations[to] = raw.relations.getLong(from);
    conditions[to] = raw.conditions.getLong(from);
    values[to] = raw.values.getLong(from);
    kinds[to] = raw.kinds.getInt(from);
    int row = resultBegins[to];
    for (int i = raw.resultBegins.getInt(from); i < raw.resultEnd(from); i++) {
      int read = raw.resultReads.getInt(i);
      resultKeys[row] = numbers.key(block, raw.resultKeys.getInt(i));
      resultReads[row++] =
          read == NO_READ ? NO_READ : numbers.target(block, steps.fragment(step), read);
    }
    resultBegins[to + 1] = row;
    int member = memberBegins[to];
    int end = raw.memberEnd(from);
    for (int i = raw.memberBegins.getInt(from); i < end; i++) {
      memberKeys[member] = numbers.key(block, raw.memberKeys.getInt(i));
      memberValues[member] = raw.memberValues.getLong(i);
      memberWriters[member++] = raw.memberWriters.getLong(i);
    }
    memberBegins[to + 1] = member;
  }

  /**
   * The operation after the reads of rows that it returned; {@link #operationAfter} if there are
   * none.
   */
  public int endOfRows(int predicate) {
    int end = operationAfter(predicate);
    for (int i = 0; i < resultCount(predicate); i++) {
      end = Math.max(end, resultRead(predicate, i) + 1);
    }
    return end;
  }

  /** The atom of the relation's name; {@link Atoms#NO_NAME} for the one without a name. */
  public long relation(int predicate) {
    return relations[predicate];
  }

  /** The atom of the SQL condition, or of the aggregate and its condition. */
  public long condition(int predicate) {
    return conditions[predicate];
  }

  /** Whether it is known which rows were returned. */
  public boolean hasRows(int predicate) {
    return (kinds[predicate] & ROWS) != 0;
  }

  /** Whether an aggregate was returned, which {@link #value} gives. */
  public boolean hasValue(int predicate) {
    return (kinds[predicate] & VALUE) != 0;
  }

  /** The atom of the aggregate that was returned. */
  public long value(int predicate) {
    return values[predicate];
  }

  /** Whether anything is known of its result or its version set; else it constrains nothing. */
  public boolean saysSomething(int predicate) {
    return kinds[predicate] != UNKNOWN;
  }

  /**
   * Whether its version set says of all objects that it does not list that they did not exist yet:
   * it has the key {@code relation/*} as it was initially, which is absent.
   */
  public boolean listsAllBorn(int predicate, History history) {
    for (int m = memberBegins[predicate]; m < memberBegins[predicate + 1]; m++) {
      boolean isAbsent = memberValues[m] == Atoms.NIL || memberValues[m] == Atoms.DEAD;
      if (isAbsent
          && memberWriters[m] == Atoms.INITIAL_WRITER
          && history.atoms().plain(history.keyAtom(memberKeys[m])).endsWith("/*")) {
        return true;
      }
    }
    return false;
  }

  /** How many rows were returned. */
  public int resultCount(int predicate) {
    return resultBegins[predicate + 1] - resultBegins[predicate];
  }

  /** The key of a row that was returned. */
  public int resultKey(int predicate, int index) {
    return resultKeys[resultBegins[predicate] + index];
  }

  /** The operation that read the row that was returned, or {@link #NO_READ}. */
  public int resultRead(int predicate, int index) {
    return resultReads[resultBegins[predicate] + index];
  }

  /** Whether the database said which versions the condition was evaluated on. */
  public boolean hasVersionSet(int predicate) {
    return (kinds[predicate] & VERSION_SET) != 0;
  }

  /** How many versions the version set names. */
  public int memberCount(int predicate) {
    return memberBegins[predicate + 1] - memberBegins[predicate];
  }

  /** The key of a member of a version set. */
  public int memberKey(int predicate, int index) {
    return memberKeys[memberBegins[predicate] + index];
  }

  /** The atom of a member's value; {@link Atoms#DEAD} of an absent object. */
  public long memberValue(int predicate, int index) {
    return memberValues[memberBegins[predicate] + index];
  }

  /** The atom of the name of a member's writer, or {@link Atoms#NO_NAME}. */
  public long memberWriter(int predicate, int index) {
    return memberWriters[memberBegins[predicate] + index];
  }
}
