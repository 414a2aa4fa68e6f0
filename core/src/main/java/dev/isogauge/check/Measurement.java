package dev.isogauge.check;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Which levels a history satisfies. In loops, as every report asks and linking a stream takes
 * longer than all of it.
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
    List<Question> found = new ArrayList<>();
    for (Answer answer : answers) {
      if (verdict.isInstance(answer.verdict())) {
        found.add(answer.question());
      }
    }
    return found;
  }

  /** The levels that hold and that no other level that holds implies. */
  public List<Question> strongest() {
    List<Question> satisfied = satisfied();
    List<Question> strongest = new ArrayList<>();
    for (Question level : satisfied) {
      boolean isImplied = false;
      for (Question other : satisfied) {
        isImplied |= !other.equals(level) && other.implies(level);
      }
      if (!isImplied) {
        strongest.add(level);
      }
    }
    return strongest;
  }

  /** The violated levels that imply no other violated level. */
  public List<Question> weakestViolated() {
    List<Question> violated = violated();
    List<Question> weakest = new ArrayList<>();
    for (Question level : violated) {
      boolean impliesOther = false;
      for (Question other : violated) {
        impliesOther |= !other.equals(level) && level.implies(other);
      }
      if (!impliesOther) {
        weakest.add(level);
      }
    }
    return weakest;
  }

  /** The levels that cannot hold because the violated ones do not. */
  public List<Question> fallen() {
    List<Question> weakest = weakestViolated();
    List<Question> fallen = new ArrayList<>();
    boolean ofReplicas = false;
    for (Answer answer : answers) {
      ofReplicas |= answer.question().level().isOfReplicas();
    }
    for (IsolationLevel each : IsolationLevel.values()) {
      if ((each.isOfReplicas() && !ofReplicas) || each.isInBetween()) {
        continue;
      }
      Question level = Question.of(each);
      boolean falls = false;
      for (Question violated : weakest) {
        falls |= level.implies(violated);
      }
      if (falls && !weakest.contains(level)) {
        fallen.add(level);
      }
    }
    return fallen;
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
    StringJoiner ids = new StringJoiner("+");
    for (Question level : strongest) {
      ids.add(level.id());
    }
    return ids.toString();
  }
}
