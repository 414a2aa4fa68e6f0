package dev.isogauge.report;

import dev.isogauge.check.Measurement;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.toolkit.JsonWriter;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes what a file's verdicts amount to: the strongest levels that hold, and all levels. */
final class JsonMeasurement {
  private final JsonWriter json;
  private final List<CheckResult> results;
  private final Measurement measurement;

  /** All levels, but those of replicas only where one of them was asked about. */
  private final Set<IsolationLevel> shown = EnumSet.allOf(IsolationLevel.class);

  JsonMeasurement(JsonWriter json, List<CheckResult> results) {
    this.json = json;
    this.results = results;
    this.measurement = CheckResult.measurement(results);
    if (results.stream().noneMatch(result -> result.question().level().isOfReplicas())) {
      shown.removeAll(IsolationLevel.ofReplicas());
    }
    shown.removeIf(
        level ->
            level.isUnusual()
                && results.stream().noneMatch(result -> result.question().level() == level));
  }

  void write(boolean measuring) throws IOException {
    json.object(
        "measurement",
        () -> {
          json.put("measuring", measuring).put("answer", measurement.answer());
          json.put("word", measurement.word());
          json.strings("sentences", Answer.sentences(results, measuring));
          json.strings("claims", TextSummary.claims(results));
          json.array("levels", shown, this::level);
        });
  }

  /** One object per question about the level, or one that says that there is none. */
  private void level(IsolationLevel level) throws IOException {
    List<CheckResult> asked =
        results.stream().filter(result -> result.question().level() == level).toList();
    for (CheckResult result : asked) {
      Question question = result.question();
      json.object(
          () -> {
            fields(level, question.id(), state(result.verdict()));
            json.put("order", question.order().id());
            json.put("sessionOrder", question.sessionOrder()).nulls("follows");
          });
    }
    if (asked.isEmpty()) {
      json.object(
          () -> {
            fields(level, level.id(), "not-asked");
            json.nulls("order", "sessionOrder").put("follows", follows(level));
          });
    }
  }

  private void fields(IsolationLevel level, String id, String state) throws IOException {
    json.put("level", level.id()).put("id", id).put("meaning", level.meaning());
    json.put("state", state);
    json.strings("implies", nextBelow(level).stream().map(IsolationLevel::id).toList());
  }

  private static String state(Verdict verdict) {
    if (verdict instanceof Verdict.Satisfied) {
      return "holds";
    }
    return verdict instanceof Verdict.Violated ? "violated" : "undecided";
  }

  private Optional<String> follows(IsolationLevel level) {
    Question question = Question.of(level);
    for (Question stronger : measurement.satisfied()) {
      if (stronger.implies(question)) {
        return Optional.of("holds");
      }
    }
    for (Question weaker : measurement.violated()) {
      if (question.implies(weaker)) {
        return Optional.of("violated");
      }
    }
    return Optional.empty();
  }

  /** The levels that this one implies and that no other of these implies. */
  private Set<IsolationLevel> nextBelow(IsolationLevel level) {
    Set<IsolationLevel> below = EnumSet.copyOf(level.implied());
    below.remove(level);
    below.retainAll(shown);
    Set<IsolationLevel> next = EnumSet.noneOf(IsolationLevel.class);
    next.addAll(below);
    for (IsolationLevel between : below) {
      for (IsolationLevel weaker : below) {
        if (weaker != between && between.implies(weaker)) {
          next.remove(weaker);
        }
      }
    }
    return next;
  }
}
