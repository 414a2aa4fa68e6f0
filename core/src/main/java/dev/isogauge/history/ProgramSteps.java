package dev.isogauge.history;

/**
 * Goes through a transaction in program order, operations and predicate reads, and if asked for
 * unknown operations. The reads of the rows that a predicate read returned belong to it and are
 * passed over.
 */
public final class ProgramSteps {
  private final History history;
  private final PredicateReads predicates;
  private final UnknownOperations unknown;
  private final boolean givesUnknown;

  private int nextOperation;
  private int endOperation;
  private int nextPredicate;
  private int endPredicate;
  private int nextUnknown;
  private int endUnknown;
  private boolean isPredicate;
  private boolean isUnknown;
  private int number;

  /** Steps of the transactions of a history; {@link #begin} says of which. */
  public ProgramSteps(History history) {
    this(history, false);
  }

  private ProgramSteps(History history, boolean givesUnknown) {
    this.history = history;
    this.predicates = history.predicateReads();
    this.unknown = history.unknownOperations();
    this.givesUnknown = givesUnknown;
  }

  /** The same with operations of which only the scope is known. */
  public static ProgramSteps withUnknown(History history) {
    return new ProgramSteps(history, true);
  }

  /** Stands before the first step of a transaction. */
  public void begin(int transaction) {
    nextOperation = history.firstOperation(transaction);
    endOperation = history.endOperation(transaction);
    nextPredicate = predicates.first(transaction);
    endPredicate = predicates.end(transaction);
    nextUnknown = unknown.first(transaction);
    endUnknown = givesUnknown ? unknown.end(transaction) : nextUnknown;
  }

  /** Moves to the next step; false if there is none. */
  public boolean next() {
    isUnknown =
        nextUnknown < endUnknown
            && unknown.operationAfter(nextUnknown) <= nextOperation
            && unknown.predicatesBefore(nextUnknown) <= nextPredicate;
    if (isUnknown) {
      isPredicate = false;
      number = nextUnknown++;
      return true;
    }
    isPredicate =
        nextPredicate < endPredicate && predicates.operationAfter(nextPredicate) == nextOperation;
    if (isPredicate) {
      number = nextPredicate++;
      nextOperation = predicates.endOfRows(number);
      return true;
    }
    number = nextOperation++;
    return number < endOperation;
  }

  /** Whether the step is a predicate read; else it is an operation. */
  public boolean isPredicate() {
    return isPredicate;
  }

  /** Whether the step is a read or write of which only the scope is known. */
  public boolean isUnknown() {
    return isUnknown;
  }

  /** The number of the predicate read, the unknown operation or the operation. */
  public int number() {
    return number;
  }
}
