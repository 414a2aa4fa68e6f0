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
    JsonLines.strings(json, "sentences", TextSummary.inSentences(measurement));
    JsonLines.strings(json, "claims", TextSummary.claims(results));
    json.writeArrayFieldStart("levels");
    shown =
        results.stream().anyMatch(result -> result.question().level().isOfReplicas())
            ? EnumSet.allOf(IsolationLevel.class)
            : EnumSet.complementOf(EnumSet.copyOf(IsolationLevel.ofReplicas()));
    for (IsolationLevel level : shown) {
      level(level, results, measurement);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** One object per question about the level, or one that says that there is none. */
  private void level(IsolationLevel level, List<CheckResult> results, Measurement measurement)
      throws IOException {
    List<CheckResult> asked =
        results.stream().filter(result -> result.question().level() == level).toList();
    for (CheckResult result : asked) {
      Question question = result.question();
      level(level, question.id(), state(result.verdict()));
      json.writeStringField("order", question.order().id());
      json.writeBooleanField("sessionOrder", question.sessionOrder());
      json.writeNullField("follows");
      json.writeEndObject();
    }
    if (asked.isEmpty()) {
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
    JsonLines.strings(json, "implies", nextBelow(level).stream().map(IsolationLevel::id).toList());
  }

  private static String state(Verdict verdict) {
    if (verdict instanceof Verdict.Satisfied) {
      return "holds";
    }
    return verdict instanceof Verdict.Violated ? "violated" : "undecided";
  }

  private static Optional<String> follows(IsolationLevel level, Measurement measurement) {
    Question question = Question.of(level);
    if (measurement.satisfied().stream().anyMatch(stronger -> stronger.implies(question))) {
      return Optional.of("holds");
    }
    return measurement.violated().stream().anyMatch(question::implies)
        ? Optional.of("violated")
        : Optional.empty();
  }

  /** The levels that this one implies and that no other of these implies. */
  private Set<IsolationLevel> nextBelow(IsolationLevel level) {
    Set<IsolationLevel> below = EnumSet.copyOf(level.implied());
    below.remove(level);
    below.retainAll(shown);
    Set<IsolationLevel> next = EnumSet.noneOf(IsolationLevel.class);
    next.addAll(below);
    next.removeIf(
        weaker -> below.stream().anyMatch(other -> other != weaker && other.implies(weaker)));
    return next;
  }
}
