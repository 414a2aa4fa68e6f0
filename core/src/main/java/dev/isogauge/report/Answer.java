package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Measurement;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.text.Words;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;

/** What a file's verdicts amount to, in the words of those who asked. */
public final class Answer {
  /** Stronger levels above weaker ones, Adya's below, and by each claimed order apart. */
  static final Comparator<Question> STRONGEST_FIRST =
      Comparator.comparing((Question question) -> question.order().isClaim())
          .thenComparing(Question::order)
          .thenComparing(question -> question.level().isAdya())
          .thenComparing(Question::level, Comparator.reverseOrder())
          .thenComparing(Question::sessionOrder, Comparator.reverseOrder());

  private static final int MOST_CAUSES = 3;

  private Answer() {}

  /** What holds and what does not, in sentences. */
  static List<String> sentences(List<CheckResult> results, boolean measuring) {
    Measurement measurement = CheckResult.measurement(results);
    return measuring ? measured(results, measurement) : List.of(judged(results, measurement));
  }

  private static List<String> measured(List<CheckResult> results, Measurement measurement) {
    List<String> sentences = new ArrayList<>();
    List<Question> strongest = strongest(measurement);
    if (strongest.isEmpty()) {
      sentences.add("None of these levels is known to hold.");
    } else {
      sentences.add(
          (strongest.size() == 1 ? "Strongest level that holds: " : "Strongest levels that hold: ")
              + levels(strongest)
              + ".");
    }
    List<Question> weakest = weakestViolated(measurement);
    if (!weakest.isEmpty()) {
      List<Question> fallen = new ArrayList<>(plain(measurement.fallen()));
      Collections.reverse(fallen);
      sentences.add(
          (weakest.size() == 1 ? "Weakest level violated: " : "Weakest levels violated: ")
              + brokenEach(results, weakest)
              + (fallen.isEmpty()
                  ? "."
                  : (weakest.size() == 1 ? "; with it " : "; with them ")
                      + (fallen.size() == 1 ? "falls " : "fall ")
                      + levels(fallen)
                      + "."));
    }
    return sentences;
  }

  private static String judged(List<CheckResult> results, Measurement measurement) {
    List<String> parts = new ArrayList<>();
    if (!measurement.violated().isEmpty()) {
      parts.add("Violated: " + brokenEach(results, sorted(measurement.violated())) + ".");
    }
    if (!measurement.unknown().isEmpty()) {
      parts.add("Undecided: " + levels(sorted(measurement.unknown())) + ".");
    }
    if (!measurement.satisfied().isEmpty()) {
      parts.add("Holds: " + levels(sorted(measurement.satisfied())) + ".");
    }
    return String.join(" ", parts);
  }

  /** {@code snapshot isolation and serializability}. */
  public static String levels(List<Question> questions) {
    return Words.list(questions.stream().map(Question::words).toList());
  }

  /** {@code serializability (write skew, 20 times)}, of all these. */
  private static String brokenEach(List<CheckResult> results, List<Question> questions) {
    List<String> parts = new ArrayList<>();
    for (CheckResult result : results) {
      if (questions.contains(result.question()) && result.verdict() instanceof Verdict.Violated) {
        parts.add(result.question().words() + " (" + causes(result) + ")");
      }
    }
    return Words.list(parts);
  }

  /** By what a level is broken: {@code write skew, 20 times}. */
  public static String causes(Verdict.Violated violated) {
    return causes(violated, AnomalyKind::words);
  }

  /** By what the level of a result is broken, which must be violated. */
  public static String causes(CheckResult result) {
    Verdict.Violated violated = (Verdict.Violated) result.verdict();
    Map<AnomalyKind, Set<String>> words = new EnumMap<>(AnomalyKind.class);
    for (Anomaly anomaly : violated.anomalies()) {
      words
          .computeIfAbsent(anomaly.kind(), unused -> new LinkedHashSet<>())
          .add(anomaly.words(result.history()));
    }
    return causes(
        violated,
        kind -> Words.alternatives(List.copyOf(words.getOrDefault(kind, Set.of(kind.words())))));
  }

  private static String causes(Verdict.Violated violated, Function<AnomalyKind, String> words) {
    Map<String, Long> counts = new LinkedHashMap<>();
    Set<String> atLeast = new HashSet<>();
    List<Findings> all = Findings.of(violated);
    for (Findings found : all) {
      if (found.kind() == AnomalyKind.COMMIT_ORDER_CYCLE && all.size() > 1) {
        continue; // tells what the named pattern tells
      }
      counts.merge(words.apply(found.kind()), found.count(), Long::sum);
      if (found.kind().isCountedAtLeast()) {
        atLeast.add(words.apply(found.kind()));
      }
    }
    List<String> causes =
        counts.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(
                each ->
                    each.getKey()
                        + times(
                            each.getValue(), counts.size() > 1, atLeast.contains(each.getKey())))
            .toList();
    return causes.size() <= MOST_CAUSES
        ? String.join("; ", causes)
        : String.join("; ", causes.subList(0, MOST_CAUSES)) + "; and others";
  }

  private static String times(long count, boolean amongOthers, boolean atLeast) {
    if (count == 1) {
      return amongOthers ? ", once" : "";
    }
    String times = count == 2 ? "twice" : Words.number(count) + " times";
    return (atLeast ? ", at least " : ", ") + times;
  }

  /** The levels that hold, without those that others of them say. */
  public static List<Question> strongest(Measurement measurement) {
    return without(plain(measurement.strongest()), (level, other) -> other.implies(level));
  }

  /** The levels that do not hold, without those that others of them say. */
  public static List<Question> weakestViolated(Measurement measurement) {
    return without(plain(measurement.weakestViolated()), IsolationLevel::implies);
  }

  /** Without levels of which another, by the same claimed order, says more. */
  private static List<Question> without(
      List<Question> questions, BiPredicate<IsolationLevel, IsolationLevel> isSaid) {
    return questions.stream()
        .filter(
            each ->
                questions.stream()
                    .noneMatch(
                        other ->
                            other.order() == each.order()
                                && other.level() != each.level()
                                && isSaid.test(each.level(), other.level())))
        .toList();
  }

  /** Strongest first, and without Adya's levels beside those with sessions. */
  public static List<Question> plain(List<Question> questions) {
    boolean onlyAdya = questions.stream().allMatch(each -> each.level().isAdya());
    return sorted(questions.stream().filter(each -> onlyAdya || !each.level().isAdya()).toList());
  }

  private static List<Question> sorted(List<Question> questions) {
    return questions.stream().sorted(STRONGEST_FIRST).toList();
  }
}
