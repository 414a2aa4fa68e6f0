package dev.isogauge.app.command;

import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.verdict.Verdict;

/** Which options help where the library could not decide. */
public final class Hints {
  private Hints() {}

  /** The verdict; if it is unknown, with the option that may change that. */
  public static Verdict on(Verdict verdict) {
    return verdict instanceof Verdict.Unknown unknown
        ? unknown.withReason(unknown.reason() + hint(unknown.cause()))
        : verdict;
  }

  /** Why a check or the reading of its input ended early, with the option that allows more. */
  public static String on(BudgetExceededException end) {
    return end.getMessage() + hint(end.limit());
  }

  /** What to say when the heap is full. */
  public static String onFullHeap() {
    return Verdict.Unknown.outOfHeap().reason() + hint(Verdict.Cause.HEAP);
  }

  private static String hint(Verdict.Cause cause) {
    return switch (cause) {
      case HISTORY -> "";
      case ORDER -> "; ask with another --order";
      case VERSION_ORDER -> "; give one by --version-order, or ask with another --order";
      case TIME -> "; allow more time with --timeout";
      case MEMORY -> "; allow more with --memory";
      case HEAP -> "; allow more with ISOGAUGE_JAVA_OPTS=-Xmx8g or the like";
    };
  }
}
