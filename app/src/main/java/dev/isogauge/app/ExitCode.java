package dev.isogauge.app;

import dev.isogauge.verdict.Verdict;
import java.util.List;

/** What the process tells its caller. */
final class ExitCode {
  static final int SATISFIED = 0;
  static final int VIOLATED = 1;
  static final int USAGE = 2;
  static final int UNKNOWN = 3;
  static final int UNREADABLE = 4;
  static final int ENVIRONMENT = 5;

  /** Of several inputs the first of these that occurs decides. */
  private static final List<Integer> PRECEDENCE =
      List.of(ENVIRONMENT, VIOLATED, UNREADABLE, UNKNOWN, SATISFIED);

  private ExitCode() {}

  static int of(Verdict verdict) {
    if (verdict instanceof Verdict.Violated) {
      return VIOLATED;
    }
    return verdict instanceof Verdict.Satisfied ? SATISFIED : UNKNOWN;
  }

  static int combine(int one, int other) {
    return PRECEDENCE.indexOf(one) <= PRECEDENCE.indexOf(other) ? one : other;
  }
}
