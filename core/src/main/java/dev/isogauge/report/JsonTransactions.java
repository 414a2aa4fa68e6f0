package dev.isogauge.report;

import dev.isogauge.anomaly.Place;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ProgramSteps;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.UnknownOperations;
import dev.isogauge.report.toolkit.JsonWriter;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** Writes transactions with their places, times and operations. */
final class JsonTransactions {
  /** Of a longer transaction those that matter are listed, and others from the beginning. */
  static final int MOST_OPERATIONS = 64;

  /** The same for an anomaly that is one of many. */
  static final int FEWER_OPERATIONS = 16;

  private final JsonValues values;
  private final JsonWriter json;
  private final History history;
  private final PredicateReads predicates;
  private final ProgramSteps steps;

  /** Whether transactions may have done more than the history has of them. */
  private final boolean partial;

  JsonTransactions(JsonValues values, boolean partial) {
    this.partial = partial;
    this.values = values;
    this.json = values.json;
    this.history = values.history;
    this.predicates = history.predicateReads();
    this.steps = ProgramSteps.withUnknown(history);
  }

  void fields(int transaction, Involved involved, int mostOperations) throws IOException {
    json.put("id", transaction).put("name", history.transactionName(transaction));
    json.put("label", values.names.transaction(transaction));
    if (transaction == History.INITIAL) {
      json.nulls("session", "position").put("outcome", "committed").put("counts", true);
      json.strings("operations", List.of()).put("operationsLeftOut", 0);
      return;
    }
    place(transaction);
    operations(transaction, involved, mostOperations);
    if (partial) {
      json.put("partial", true);
    }
  }

  private void place(int transaction) throws IOException {
    int session = history.sessionOf(transaction);
    json.put("session", history.sessionName(session));
    if (partial) {
      json.nulls("position");
    } else {
      json.put("position", transaction - history.firstTransaction(session) + 1);
    }
    json.put("outcome", id(history.outcome(transaction)));
    json.put("counts", history.counts(transaction));
    time("begin", history.beginTime(transaction), 0);
    time("end", history.endTime(transaction), 0);
    time("start", history.startTimestamp(transaction), history.startLogical(transaction));
    time("commit", history.commitTimestamp(transaction), history.commitLogical(transaction));
    time("serial", history.serialPosition(transaction), 0);
  }

  private static String id(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private void time(String field, long physical, long logical) throws IOException {
    if (physical != RawBlock.NO_TIME) {
      json.put(field, new Timestamp(physical, logical).toString());
    }
  }

  /** Most operations do not matter. */
  private void matters(boolean matters) throws IOException {
    if (matters) {
      json.put("matters", true);
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
    json.field("operations").generator().writeStartArray();
    steps.begin(transaction);
    while (steps.next() && written < MOST_OPERATIONS) {
      if (!matters(involved) && others-- <= 0) {
        continue;
      }
      written++;
      int step = steps.number();
      if (steps.isUnknown()) {
        json.object(() -> unknownOperation(step));
      } else if (steps.isPredicate()) {
        json.object(() -> predicateRead(transaction, step, involved));
      } else {
        json.object(() -> operation(step, 0, involved));
      }
    }
    json.generator().writeEndArray();
    json.put("operationsLeftOut", total - written);
  }

  /** Whether the step matters, or a row that it returned, or it is not known whether it does. */
  private boolean matters(Involved involved) {
    int step = steps.number();
    if (steps.isUnknown() || !steps.isPredicate()) {
      return steps.isUnknown() || involved.hasOperation(step);
    }
    return involved.hasPredicate(step) || rows(step).anyMatch(involved::hasOperation);
  }

  private IntStream rows(int predicate) {
    return IntStream.range(predicates.operationAfter(predicate), predicates.endOfRows(predicate));
  }

  /** What is not understood may matter to any anomaly. */
  private void unknownOperation(int operation) throws IOException {
    UnknownOperations unknown = history.unknownOperations();
    UnknownOperations.Scope scope = unknown.scope(operation);
    boolean hasName =
        scope != UnknownOperations.Scope.EVERYTHING && unknown.name(operation) != Atoms.NO_NAME;
    json.put("type", unknown.isWrite(operation) ? "unknown-write" : "unknown-read");
    json.put("text", values.names.unknownOperation(operation)).put("scope", id(scope));
    values.atom("key", hasName ? unknown.name(operation) : Atoms.NIL);
    json.nulls("value");
  }

  private void predicateRead(int transaction, int predicate, Involved involved) throws IOException {
    int number = predicate - predicates.first(transaction) + 1;
    json.put("predicate", number).put("type", "predicate");
    json.put("text", values.names.predicateRead(predicate));
    long relation = predicates.relation(predicate);
    values.atom("key", relation == Atoms.NO_NAME ? Atoms.NIL : relation);
    values.atom("value", predicates.hasValue(predicate) ? predicates.value(predicate) : Atoms.NIL);
    matters(involved.hasPredicate(predicate));
    json.objects(
        "rows",
        rows(predicate).filter(involved::hasOperation).boxed().toList(),
        row -> operation(row, number, involved));
  }

  private void operation(int operation, int ofPredicate, Involved involved) throws IOException {
    json.put("operation", values.position(operation));
    if (ofPredicate > 0) {
      json.put("predicate", ofPredicate);
    }
    json.put("type", type(operation)).put("text", values.names.operation(operation));
    values.key(operation);
    values.value(operation);
    boolean isRead = !history.isWrite(operation);
    if (isRead && !history.isListRead(operation)) {
      json.put("status", id(history.readStatus(operation)));
    }
    Optional<Place> saw = isRead ? Place.seenBy(history, operation) : Optional.empty();
    if (saw.isPresent()) {
      json.object("saw", () -> values.placeFields(saw.get()));
    }
    matters(involved.hasOperation(operation));
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
