package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.check.Measurement;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.toolkit.JsonLines;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes what a file's verdicts amount to: the strongest levels that hold, and all levels. */
final class JsonMeasurement {
  private final JsonGenerator json;

  /** All levels, but those of replicas only where one of them was asked about. */
  private Set<IsolationLevel> shown = Set.of();

  JsonMeasurement(JsonGenerator json) {
    this.json = json;
  }

  void write(List<CheckResult> results, boolean measuring) throws IOException {
    Measurement measurement = CheckResult.measurement(results);
    json.writeObjectFieldStart("measurement");
    json.writeBooleanField("measuring", measuring);
    json.writeStringField("answer", measurement.answer());
    json.writeStringField("word", measurement.word());
    JsonLines.strings(json, "sentences", Answer.sentences(results, measuring));
    JsonLines.strings(json, "claims", TextSummary.claims(results));
    json.writeArrayFieldStart("levels");
    boolean ofReplicas = false;
    for (CheckResult result : results) {
      ofReplicas |= result.question().level().isOfReplicas();
    }
    shown =
        ofReplicas
            ? EnumSet.allOf(IsolationLevel.class)
            : EnumSet.complementOf(EnumSet.copyOf(IsolationLevel.ofReplicas()));
    shown.removeIf(
        level ->
            level.isUnusual()
                && results.stream().noneMatch(result -> result.question().level() == level));
    for (IsolationLevel level : shown) {
      level(level, results, measurement);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** One object per question about the level, or one that says that there is none. */
  private void level(IsolationLevel level, List<CheckResult> results, Measurement measurement)
      throws IOException {
    boolean isAsked = false;
    for (CheckResult result : results) {
      Question question = result.question();
      if (question.level() != level) {
        continue;
      }
      isAsked = true;
      level(level, question.id(), state(result.verdict()));
      json.writeStringField("order", question.order().id());
      json.writeBooleanField("sessionOrder", question.sessionOrder());
      json.writeNullField("follows");
      json.writeEndObject();
    }
    if (!isAsked) {
      level(level, level.id(), "not-asked");
      json.writeNullField("order");
      json.writeNullField("sessionOrder");
      JsonLines.optional(json, "follows", follows(level, measurement));
      json.writeEndObject();
    }
  }

  private void level(IsolationLevel level, String id, String state) throws IOException {
    json.writeStartObject();
    json.writeStringField("level", level.id());
    json.writeStringField("id", id);
    json.writeStringField("meaning", level.meaning());
    json.writeStringField("state", state);
    json.writeArrayFieldStart("implies");
    for (IsolationLevel weaker : nextBelow(level)) {
      json.writeString(weaker.id());
    }
    json.writeEndArray();
  }

  private static String state(Verdict verdict) {
    if (verdict instanceof Verdict.Satisfied) {
      return "holds";
    }
    return verdict instanceof Verdict.Violated ? "violated" : "undecided";
  }

  private static Optional<String> follows(IsolationLevel level, Measurement measurement) {
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
