package dev.isogauge.checker;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.verdict.Verdict;
import java.util.List;

/** A check ran out of time or memory; its message is the reason of an unknown verdict. */
public final class BudgetExceededException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Verdict.Cause limit;

  /**
   * A check that has to end.
   *
   * @param limit what it ran out of
   * @param message the same in words
   */
  public BudgetExceededException(Verdict.Cause limit, String message) {
    super(message);
    this.limit = limit;
  }

  /** What the check ran out of. */
  public Verdict.Cause limit() {
    return limit;
  }

  /** The verdict of a check that ended here. */
  public Verdict.Unknown verdict(List<Anomaly> notes) {
    return new Verdict.Unknown(getMessage(), limit, notes);
  }

  /** The same, said in other words. */
  public BudgetExceededException saying(String message) {
    return new BudgetExceededException(limit, message);
  }
}
