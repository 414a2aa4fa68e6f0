package dev.isogauge.check;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Verdict;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Which levels a history satisfies.
 *
 * @param answers the answers to all that was asked
 */
public record Measurement(List<Answer> answers) {
  /**
   * The answer to a question.
   *
   * @param time what the verdict took; nothing if it follows from another
   */
  public record Answer(Question question, Verdict verdict, Duration time) {}

  public Measurement {
    answers = List.copyOf(answers);
  }

  /** The verdict on a question, if it was asked. */
  public Optional<Verdict> verdict(Question question) {
    return answers.stream()
        .filter(answer -> answer.question().equals(question))
        .map(Answer::verdict)
        .findFirst();
  }

  /** What holds. */
  public List<Question> satisfied() {
    return with(Verdict.Satisfied.class);
  }

  /** What does not hold. */
  public List<Question> violated() {
    return with(Verdict.Violated.class);
  }

  /** What was not decided. */
  public List<Question> unknown() {
    return with(Verdict.Unknown.class);
  }

  private List<Question> with(Class<? extends Verdict> verdict) {
    return answers.stream()
        .filter(answer -> verdict.isInstance(answer.verdict()))
        .map(Answer::question)
        .toList();
  }

  /** The levels that hold and that no other level that holds implies. */
  public List<Question> strongest() {
    List<Question> satisfied = satisfied();
    return satisfied.stream()
        .filter(level -> satisfied.stream().noneMatch(s -> !s.equals(level) && s.implies(level)))
        .toList();
  }

  /** The violated levels that imply no other violated level. */
  public List<Question> weakestViolated() {
    List<Question> violated = violated();
    return violated.stream()
        .filter(level -> violated.stream().noneMatch(v -> !v.equals(level) && level.implies(v)))
        .toList();
  }

  /** The levels that cannot hold because the violated ones do not. */
  public List<Question> fallen() {
    List<Question> weakest = weakestViolated();
    boolean ofReplicas = answers.stream().anyMatch(a -> a.question().level().isOfReplicas());
    return Arrays.stream(IsolationLevel.values())
        .filter(level -> ofReplicas || !level.isOfReplicas())
        .map(Question::of)
        .filter(level -> !weakest.contains(level) && weakest.stream().anyMatch(level::implies))
        .toList();
  }

  /** All in one word; violated beats unknown beats satisfied. */
  public String word() {
    if (!violated().isEmpty()) {
      return "violated";
    }
    return unknown().isEmpty() ? "satisfied" : "unknown";
  }

  /** The strongest levels that hold, in one word: {@code cut-isolation+read-committed}. */
  public String answer() {
    List<Question> strongest = strongest();
    if (strongest.isEmpty()) {
      return unknown().isEmpty() ? "none" : "unknown";
    }
    return String.join("+", strongest.stream().map(Question::id).toList());
  }
}
