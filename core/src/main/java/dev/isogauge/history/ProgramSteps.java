package dev.isogauge.history;

/**
 * Goes through a transaction in program order, operations and predicate reads. The reads of the
 * rows that a predicate read returned belong to it and are passed over.
 */
public final class ProgramSteps {
  private final History history;
  private final PredicateReads predicates;

  private int nextOperation;
  private int endOperation;
  private int nextPredicate;
  private int endPredicate;
  private boolean isPredicate;
  private int number;

  /** Steps of the transactions of a history; {@link #begin} says of which. */
  public ProgramSteps(History history) {
    this.history = history;
    this.predicates = history.predicateReads();
  }

  /** Stands before the first step of a transaction. */
  public void begin(int transaction) {
    nextOperation = history.firstOperation(transaction);
    endOperation = history.endOperation(transaction);
    nextPredicate = predicates.first(transaction);
    endPredicate = predicates.end(transaction);
  }

  /** Moves to the next step; false if there is none. */
  public boolean next() {
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

  /** The number of the predicate read or the operation. */
  public int number() {
    return number;
  }
}
