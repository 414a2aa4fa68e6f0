package dev.isogauge.check;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.checker.Guards;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Questions about one published pattern, as if it were a level: the history satisfies it if the
 * checker of the weakest level that forbids the pattern finds none.
 */
public final class SinglePattern {
  private SinglePattern() {}

  /** The question about a pattern's letter, such as tap-k, in any case. */
  public static Optional<Question> question(String letter) {
    String wanted = letter.strip().toLowerCase(Locale.ROOT);
    return kind(wanted).map(kind -> Question.ofPattern(wanted, weakestThatForbids(kind)));
  }

  private static Optional<AnomalyKind> kind(String wanted) {
    return Arrays.stream(AnomalyKind.values())
        .filter(kind -> !kind.letter().isEmpty())
        .filter(kind -> kind.letter().toLowerCase(Locale.ROOT).equals(wanted))
        .findFirst();
  }

  private static IsolationLevel weakestThatForbids(AnomalyKind kind) {
    return IsolationLevel.weak().stream()
        .filter(kind.violates()::contains)
        .min(Comparator.comparingInt((IsolationLevel level) -> level.implied().size()))
        .orElseThrow();
  }

  /** What the verdict on the level says about the pattern, if the question is about one. */
  static Verdict only(Question question, Verdict ofLevel, History history) {
    if (question.pattern().isEmpty() || !(ofLevel instanceof Verdict.Violated violated)) {
      return ofLevel;
    }
    AnomalyKind kind = kind(question.pattern().get()).orElseThrow();
    Long count = violated.counts().get(kind);
    if (count != null) {
      return new Verdict.Violated(
          violated.anomalies().stream().filter(anomaly -> anomaly.kind() == kind).toList(),
          Map.of(kind, count),
          violated.incomplete(),
          violated.notes());
    }
    if (violated.incomplete().isPresent()) {
      return new Verdict.Unknown(
          "none was found, but " + violated.incomplete().get(),
          Verdict.Cause.TIME,
          violated.notes());
    }
    if (!history.duplicateWrites().isEmpty()) {
      return new Verdict.Unknown(
          "none was found, but reads of values with several writers have no names; write every"
              + " value of a key only once",
          violated.notes());
    }
    return Guards.unlessPredicatesMatter(
        new Verdict.Satisfied(Witness.recorded(), violated.notes()), history);
  }
}
