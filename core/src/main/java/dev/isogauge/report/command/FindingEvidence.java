package dev.isogauge.report.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Role;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.explain.LateStory;
import dev.isogauge.explain.Names;
import dev.isogauge.explain.TimestampStory;
import dev.isogauge.history.History;
import dev.isogauge.level.Question;
import dev.isogauge.report.CommandLines;
import dev.isogauge.report.toolkit.JsonLines;
import dev.isogauge.text.Printable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * What online checking found as JSON, in the form that anomalies of a report have, so that the same
 * pictures are drawn of it. There is no history: transactions have the operations that the finding
 * names, and are marked as partial.
 */
public final class FindingEvidence {
  // How the object numbers transactions.
  private static final int AT_FAULT = 0;
  private static final int OTHER = 1;
  private static final int LATE = 2;

  private final JsonGenerator json;
  private final TimestampFinding finding;
  private final Optional<TimestampedTransaction> late;
  private final BiFunction<String, Question, CommandLines.Line> check;

  private FindingEvidence(
      JsonGenerator json,
      TimestampFinding finding,
      Optional<TimestampedTransaction> late,
      BiFunction<String, Question, CommandLines.Line> check) {
    this.json = json;
    this.finding = finding;
    this.late = late;
    this.check = check;
  }

  private static CommandLines.Line nothingToCheck(String file, Question question) {
    return new CommandLines.Line("", "");
  }

  /**
   * Writes a finding as an object.
   *
   * @param id its number
   * @param check how to ask a question of a history in a file
   */
  public static void write(
      JsonGenerator json,
      TimestampFinding finding,
      long id,
      BiFunction<String, Question, CommandLines.Line> check)
      throws IOException {
    TimestampStory story = new TimestampStory(finding);
    new FindingEvidence(json, finding, Optional.empty(), check)
        .write(finding.kind(), id, story.title(), story.summary(), story.sentences());
  }

  /**
   * Writes as an object that a finding was withdrawn since a transaction arrived late.
   *
   * @param id its number
   */
  public static void writeLate(
      JsonGenerator json, TimestampFinding finding, TimestampedTransaction late, long id)
      throws IOException {
    LateStory story = new LateStory(finding, late);
    new FindingEvidence(json, finding, Optional.of(late), FindingEvidence::nothingToCheck)
        .write(AnomalyKind.LATE_TRANSACTION, id, story.title(), story.summary(), story.sentences());
  }

  private void write(
      AnomalyKind kind, long id, String title, String summary, List<String> sentences)
      throws IOException {
    json.writeStartObject();
    JsonLines.kind(json, kind);
    JsonLines.strings(json, "alsoKnownAs", List.of());
    List<String> names = new ArrayList<>();
    late.ifPresent(transaction -> names.add(transaction.name()));
    names.add(finding.transaction().name());
    finding.other().ifPresent(transaction -> names.add(transaction.name()));
    JsonLines.strings(json, "transactions", names);
    JsonLines.optional(json, "key", finding.key());
    JsonLines.strings(json, "values", List.of());
    // Of what was withdrawn neither holds.
    JsonLines.optional(
        json,
        "expected",
        late.isPresent() || finding.isLoss() ? Optional.empty() : shortened(finding.expected()));
    JsonLines.optional(
        json,
        "actual",
        late.isPresent() || finding.isLoss() ? Optional.empty() : shortened(finding.actual()));
    empty("edges");
    explanation(title, summary, sentences);
    json.writeNumberField("id", id);
    json.writeStringField("meaning", kind.meaning());
    json.writeBooleanField("note", kind.isNote());
    json.writeStringField(
        "form", finding.source().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    empty("forbiddenBy");
    empty("cycle");
    cast();
    json.writeNumberField("castLeftOut", 0);
    roles();
    empty("chains");
    json.writeNullField("context");
    reproduction(id);
    json.writeEndObject();
  }

  /** What a late transaction shows is that there is nothing to reproduce. */
  private void reproduction(long id) throws IOException {
    Optional<FindingHistory> history =
        late.isPresent() ? Optional.empty() : FindingHistory.of(finding);
    if (history.isEmpty()) {
      json.writeNullField("reproduce");
      return;
    }
    String name = "finding-" + id + ".txt";
    json.writeObjectFieldStart("reproduce");
    json.writeStringField("history", history.get().text());
    json.writeStringField("format", "isogauge");
    json.writeStringField("fileName", name);
    json.writeStringField("note", history.get().note());
    json.writeArrayFieldStart("commands");
    json.writeStartObject();
    CommandLines.Line line = check.apply(name, Question.byTimestamps(history.get().level()));
    json.writeStringField("purpose", line.purpose());
    json.writeStringField("command", line.command());
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Lists may be long. */
  private static Optional<String> shortened(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(Printable.name(text));
  }

  private void empty(String field) throws IOException {
    json.writeArrayFieldStart(field);
    json.writeEndArray();
  }

  private boolean isRead() {
    return finding.operation() > 0;
  }

  private void explanation(String title, String summary, List<String> sentences)
      throws IOException {
    json.writeObjectFieldStart("explanation");
    json.writeStringField("title", title);
    JsonLines.strings(json, "transactions", List.of());
    JsonLines.strings(json, "sentences", sentences);
    json.writeStringField("summary", summary);
    json.writeArrayFieldStart("steps");
    for (int i = 0; i < sentences.size(); i++) {
      json.writeStartObject();
      json.writeStringField("text", sentences.get(i));
      json.writeBooleanField("contradiction", TimestampStory.isContradiction(sentences.get(i)));
      json.writeNullField("case");
      empty("edges");
      json.writeArrayFieldStart("places");
      // All of a finding is about the same; of a late transaction the first sentence is about it.
      if (late.isEmpty() || i == 0) {
        place(AT_FAULT);
        if (finding.other().isPresent()) {
          place(OTHER);
        }
      } else {
        place(LATE);
      }
      json.writeEndArray();
      empty("marks");
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void place(int transaction) throws IOException {
    json.writeStartObject();
    placeFields(transaction);
    json.writeEndObject();
  }

  private void placeFields(int transaction) throws IOException {
    json.writeNumberField("transaction", transaction);
    if (transaction == AT_FAULT && isRead()) {
      json.writeNumberField("operation", finding.operation());
    }
  }

  private void cast() throws IOException {
    json.writeArrayFieldStart("cast");
    if (finding.other().isPresent()) {
      transaction(OTHER, finding.other().get(), otherOperation());
    } else if (finding.kind() == AnomalyKind.EXTERNAL) {
      initial();
    }
    if (late.isPresent()) {
      transaction(LATE, late.get(), Optional.empty());
    }
    transaction(AT_FAULT, finding.transaction(), operationAtFault());
    json.writeEndArray();
  }

  private record Operation(String type, String text, Optional<String> value) {}

  private Optional<Operation> otherOperation() {
    return switch (finding.kind()) {
      case EXTERNAL -> Optional.of(write(Optional.of(finding.expected())));
      case NO_CONFLICT -> Optional.of(write(Optional.empty()));
      default -> Optional.empty();
    };
  }

  private Optional<Operation> operationAtFault() {
    if (isRead()) {
      String text = "r(" + bareKey() + "," + Printable.name(finding.actual()) + ")";
      return Optional.of(new Operation("read", text, shortened(finding.actual())));
    }
    return finding.kind() == AnomalyKind.NO_CONFLICT
        ? Optional.of(write(Optional.empty()))
        : Optional.empty();
  }

  /** A write of which the value need not be known; of a list, what it is then. */
  private Operation write(Optional<String> value) {
    String written = value.map(Printable::name).orElse("…");
    boolean isList = written.startsWith("[");
    return new Operation(
        isList ? "append" : "write",
        (isList ? "a(" : "w(") + bareKey() + "," + (isList ? "… " + written : written) + ")",
        value.map(Printable::name));
  }

  private String bareKey() {
    return Printable.name(finding.key().orElse(""));
  }

  private void initial() throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", History.INITIAL);
    json.writeStringField("name", "init");
    json.writeStringField("label", "the initial state");
    json.writeNullField("session");
    json.writeNullField("position");
    json.writeStringField("outcome", "committed");
    json.writeBooleanField("counts", true);
    empty("operations");
    json.writeNumberField("operationsLeftOut", 0);
    json.writeEndObject();
  }

  private void transaction(
      int id, TimestampedTransaction transaction, Optional<Operation> operation)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", id);
    json.writeStringField("name", transaction.name());
    json.writeStringField("label", Names.named(transaction.name()));
    json.writeStringField("session", transaction.session());
    json.writeNullField("position");
    json.writeStringField("outcome", "committed");
    json.writeBooleanField("counts", true);
    if (!finding.isLoss()) {
      json.writeStringField("start", transaction.start());
      json.writeStringField("commit", transaction.commit());
    }
    json.writeArrayFieldStart("operations");
    if (operation.isPresent()) {
      json.writeStartObject();
      if (id == AT_FAULT && isRead()) {
        json.writeNumberField("operation", finding.operation());
      }
      json.writeStringField("type", operation.get().type());
      json.writeStringField("text", operation.get().text());
      JsonLines.optional(json, "key", finding.key());
      JsonLines.optional(json, "value", operation.get().value());
      json.writeBooleanField("matters", true);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("operationsLeftOut", 0);
    json.writeBooleanField("partial", true);
    json.writeEndObject();
  }

  private void roles() throws IOException {
    if (finding.isLoss()) {
      empty("roles");
      return;
    }
    json.writeArrayFieldStart("roles");
    if (late.isPresent()) {
      role(Role.LATER, LATE, Optional.empty());
    }
    role(isRead() || late.isPresent() ? Role.READER : Role.LATER, AT_FAULT, Optional.empty());
    if (finding.kind() == AnomalyKind.EXTERNAL) {
      int writer = finding.other().isPresent() ? OTHER : History.INITIAL;
      role(Role.EXPECTED, writer, Optional.of(finding.expected()));
    } else if (finding.other().isPresent()) {
      role(Role.EARLIER, OTHER, Optional.empty());
    }
    json.writeEndArray();
  }

  private void role(Role role, int transaction, Optional<String> value) throws IOException {
    json.writeStartObject();
    json.writeStringField("role", role.id());
    AnomalyKind kind = late.isPresent() ? AnomalyKind.LATE_TRANSACTION : finding.kind();
    json.writeStringField("words", kind.sentences().words(role));
    placeFields(transaction);
    if (value.isPresent() && finding.key().isPresent()) {
      json.writeStringField("key", finding.key().get());
      JsonLines.optional(json, "value", shortened(value.get()));
      json.writeStringField(
          "text", Names.keyNamed(finding.key().get()) + " = " + Printable.name(value.get()));
    }
    json.writeEndObject();
  }
}
