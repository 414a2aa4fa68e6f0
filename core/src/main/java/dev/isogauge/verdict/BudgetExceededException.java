package dev.isogauge.verdict;

/** A check ran out of time or memory; its message is the reason of an unknown verdict. */
public final class BudgetExceededException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public BudgetExceededException(String message) {
    super(message);
  }
}
