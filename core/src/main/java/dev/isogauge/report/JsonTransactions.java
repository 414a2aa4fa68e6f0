package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.Place;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ProgramSteps;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.UnknownOperations;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** Writes transactions with their places, times and operations. */
final class JsonTransactions {
  /** Of a longer transaction those that matter are listed, and others from the beginning. */
  static final int MOST_OPERATIONS = 64;

  /** The same for an anomaly that is one of many. */
  static final int FEWER_OPERATIONS = 16;

  private final JsonValues values;
  private final JsonGenerator json;
  private final History history;
  private final PredicateReads predicates;
  private final UnknownOperations unknown;
  private final ProgramSteps steps;

  /** Whether transactions may have done more than the history has of them. */
  private final boolean partial;

  JsonTransactions(JsonValues values, boolean partial) {
    this.partial = partial;
    this.values = values;
    this.json = values.json;
    this.history = values.history;
    this.predicates = history.predicateReads();
    this.unknown = history.unknownOperations();
    this.steps = ProgramSteps.withUnknown(history);
  }

  void write(int transaction, Involved involved, int mostOperations) throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", transaction);
    json.writeStringField("name", history.transactionName(transaction));
    json.writeStringField("label", values.names.transaction(transaction));
    if (transaction == History.INITIAL) {
      initial();
    } else {
      place(transaction);
      operations(transaction, involved, mostOperations);
      if (partial) {
        json.writeBooleanField("partial", true);
      }
    }
    json.writeEndObject();
  }

  private void initial() throws IOException {
    json.writeNullField("session");
    json.writeNullField("position");
    json.writeStringField("outcome", "committed");
    json.writeBooleanField("counts", true);
    json.writeArrayFieldStart("operations");
    json.writeEndArray();
    json.writeNumberField("operationsLeftOut", 0);
  }

  private void place(int transaction) throws IOException {
    int session = history.sessionOf(transaction);
    json.writeStringField("session", history.sessionName(session));
    if (partial) {
      json.writeNullField("position");
    } else {
      json.writeNumberField("position", transaction - history.firstTransaction(session) + 1);
    }
    json.writeStringField("outcome", id(history.outcome(transaction)));
    json.writeBooleanField("counts", history.counts(transaction));
    time("begin", history.beginTime(transaction));
    time("end", history.endTime(transaction));
    timestamp("start", history.startTimestamp(transaction), history.startLogical(transaction));
    timestamp("commit", history.commitTimestamp(transaction), history.commitLogical(transaction));
    time("serial", history.serialPosition(transaction));
  }

  private static String id(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private void timestamp(String field, long physical, long logical) throws IOException {
    if (physical != RawBlock.NO_TIME) {
      json.writeStringField(field, new Timestamp(physical, logical).toString());
    }
  }

  private void time(String field, long time) throws IOException {
    if (time != RawBlock.NO_TIME) {
      json.writeStringField(field, Long.toString(time));
    }
  }

  /** Most operations do not matter. */
  private void matters(boolean matters) throws IOException {
    if (matters) {
      json.writeBooleanField("matters", true);
    }
  }

  /** Of a long transaction the steps that matter, and others from the beginning. */
  private void operations(int transaction, Involved involved, int mostOperations)
      throws IOException {
    int total = 0;
    int mattering = 0;
    steps.begin(transaction);
    while (steps.next()) {
      total++;
      mattering += matters(involved) ? 1 : 0;
    }
    int others = Math.max(0, mostOperations - mattering);
    int written = 0;
    json.writeArrayFieldStart("operations");
    steps.begin(transaction);
    while (steps.next() && written < MOST_OPERATIONS) {
      boolean matters = matters(involved);
      if (!matters && others-- <= 0) {
        continue;
      }
      written++;
      if (steps.isUnknown()) {
        unknownOperation(steps.number());
      } else if (steps.isPredicate()) {
        predicateRead(transaction, steps.number(), involved);
      } else {
        operation(steps.number(), 0, involved);
      }
    }
    json.writeEndArray();
    json.writeNumberField("operationsLeftOut", total - written);
  }

  /** What is not understood may matter to any anomaly. */
  private void unknownOperation(int operation) throws IOException {
    UnknownOperations.Scope scope = unknown.scope(operation);
    json.writeStartObject();
    json.writeStringField("type", unknown.isWrite(operation) ? "unknown-write" : "unknown-read");
    json.writeStringField("text", values.names.unknownOperation(operation));
    json.writeStringField("scope", id(scope));
    json.writeFieldName("key");
    values.atom(
        scope == UnknownOperations.Scope.EVERYTHING || unknown.name(operation) == Atoms.NO_NAME
            ? Atoms.NIL
            : unknown.name(operation));
    json.writeNullField("value");
    json.writeEndObject();
  }

  /** Whether the step matters, or a row that it returned, or it is not known whether it does. */
  private boolean matters(Involved involved) {
    if (steps.isUnknown()) {
      return true;
    }
    if (!steps.isPredicate()) {
      return involved.hasOperation(steps.number());
    }
    boolean matters = involved.hasPredicate(steps.number());
    for (int i = predicates.operationAfter(steps.number());
        !matters && i < predicates.endOfRows(steps.number());
        i++) {
      matters = involved.hasOperation(i);
    }
    return matters;
  }

  private void predicateRead(int transaction, int predicate, Involved involved) throws IOException {
    int number = predicate - predicates.first(transaction) + 1;
    json.writeStartObject();
    json.writeNumberField("predicate", number);
    json.writeStringField("type", "predicate");
    json.writeStringField("text", values.names.predicateRead(predicate));
    json.writeFieldName("key");
    long relation = predicates.relation(predicate);
    values.atom(relation == Atoms.NO_NAME ? Atoms.NIL : relation);
    json.writeFieldName("value");
    if (predicates.hasValue(predicate)) {
      values.atom(predicates.value(predicate));
    } else {
      json.writeNull();
    }
    matters(involved.hasPredicate(predicate));
    json.writeArrayFieldStart("rows");
    for (int i = predicates.operationAfter(predicate); i < predicates.endOfRows(predicate); i++) {
      if (involved.hasOperation(i)) {
        operation(i, number, involved);
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void operation(int operation, int ofPredicate, Involved involved) throws IOException {
    json.writeStartObject();
    json.writeNumberField("operation", values.position(operation));
    if (ofPredicate > 0) {
      json.writeNumberField("predicate", ofPredicate);
    }
    json.writeStringField("type", type(operation));
    json.writeStringField("text", values.names.operation(operation));
    values.key(operation);
    json.writeFieldName("value");
    values.value(operation);
    boolean isRead = !history.isWrite(operation);
    if (isRead && !history.isListRead(operation)) {
      json.writeStringField("status", id(history.readStatus(operation)));
    }
    Optional<Place> saw = isRead ? Place.seenBy(history, operation) : Optional.empty();
    if (saw.isPresent()) {
      json.writeFieldName("saw");
      values.place(saw.get());
    }
    matters(involved.hasOperation(operation));
    json.writeEndObject();
  }

  private String type(int operation) {
    if (!history.isWrite(operation)) {
      return "read";
    }
    return history.isDelete(operation)
        ? "delete"
        : history.isAppend(operation) ? "append" : "write";
  }
}
