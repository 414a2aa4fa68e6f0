package dev.isogauge.app.command;

import dev.isogauge.verdict.Verdict;
import java.util.List;

/** What the process returns to its caller. */
public final class ExitCode {
  public static final int SATISFIED = 0;
  public static final int VIOLATED = 1;
  public static final int USAGE = 2;
  public static final int UNKNOWN = 3;
  public static final int UNREADABLE = 4;
  public static final int ENVIRONMENT = 5;

  /** Of several inputs the first of these that occurs decides. */
  private static final List<Integer> PRECEDENCE =
      List.of(ENVIRONMENT, VIOLATED, UNREADABLE, UNKNOWN, SATISFIED);

  private ExitCode() {}

  public static int of(Verdict verdict) {
    if (verdict instanceof Verdict.Violated) {
      return VIOLATED;
    }
    return verdict instanceof Verdict.Satisfied ? SATISFIED : UNKNOWN;
  }

  public static int combine(int one, int other) {
    return PRECEDENCE.indexOf(one) <= PRECEDENCE.indexOf(other) ? one : other;
  }
}
