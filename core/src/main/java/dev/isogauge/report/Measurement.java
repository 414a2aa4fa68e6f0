package dev.isogauge.report;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Verdict;
import java.util.Arrays;
import java.util.List;

/** What a file's verdicts say about it as a whole. */
record Measurement(List<Question> satisfied, List<Question> violated, List<Question> unknown) {

  static Measurement of(List<CheckResult> levels) {
    return new Measurement(
        with(levels, Verdict.Satisfied.class),
        with(levels, Verdict.Violated.class),
        with(levels, Verdict.Unknown.class));
  }

  private static List<Question> with(List<CheckResult> levels, Class<? extends Verdict> verdict) {
    return levels.stream()
        .filter(result -> verdict.isInstance(result.verdict()))
        .map(CheckResult::question)
        .toList();
  }

  /** The levels that hold and that no other level that holds implies. */
  List<Question> strongest() {
    return satisfied.stream()
        .filter(level -> satisfied.stream().noneMatch(s -> !s.equals(level) && s.implies(level)))
        .toList();
  }

  /** The violated levels that imply no other violated level. */
  List<Question> weakestViolated() {
    return violated.stream()
        .filter(level -> violated.stream().noneMatch(v -> !v.equals(level) && level.implies(v)))
        .toList();
  }

  /** The levels that cannot hold because the violated ones do not. */
  List<Question> fallen() {
    List<Question> weakest = weakestViolated();
    return Arrays.stream(IsolationLevel.values())
        .map(Question::of)
        .filter(level -> !weakest.contains(level) && weakest.stream().anyMatch(level::implies))
        .toList();
  }

  /** Violated beats unknown beats satisfied. */
  String word() {
    if (!violated.isEmpty()) {
      return "violated";
    }
    return unknown.isEmpty() ? "satisfied" : "unknown";
  }

  /** The strongest levels that hold, in one word: {@code cut-isolation+read-committed}. */
  String answer() {
    if (strongest().isEmpty()) {
      return unknown.isEmpty() ? "none" : "unknown";
    }
    return String.join("+", strongest().stream().map(Question::id).toList());
  }
}
