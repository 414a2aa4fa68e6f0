package dev.isogauge.collect.record;

import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.Snapshot;
import dev.isogauge.recorder.JsonLine;
import dev.isogauge.recorder.OperationLog;
import dev.isogauge.recorder.RecordedOutcome;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/**
 * Writes the lines of a certificate, field by field: a recording with what the database calls a
 * transaction as further fields. {@link JsonLine} knows the grammar.
 *
 * <pre>{@code
 * new LineEncoder().session("s1").operations(List.of(Write.of(1L, 5))).times(begin, end, outcome)
 * }</pre>
 */
public final class LineEncoder {
  /** The relation of keys that are plain numbers. */
  private static final String ITEMS = "*";

  static final String STATEMENT_SELECT = "select";
  static final String STATEMENT_CHANGE = "change";

  private final JsonLine json = new JsonLine();

  /** The writer of a version: a transaction, the initial state, or unknown. */
  public sealed interface Writer {
    /** A transaction of this name. */
    record Transaction(String name) implements Writer {}

    /** The state before the first transaction. */
    record Initial() implements Writer {}

    /** A transaction that was not recorded. */
    record Unknown() implements Writer {}
  }

  /**
   * A version of an item that a predicate read saw.
   *
   * @param value none where the item is absent in it
   */
  public record SeenVersion(long key, OptionalLong value, Writer writer) {}

  /** The whole line with the order of an item's versions, oldest first. */
  public static String order(long key, List<SeenVersion> versions) {
    JsonLine json = new JsonLine().beginOrder(key);
    for (SeenVersion version : versions) {
      if (version.writer() instanceof Writer.Transaction writer) {
        json.beginArray().value(value(version.value())).text(writer.name()).endArray();
      } else {
        json.value(value(version.value()));
      }
    }
    return json.endArray().endObject().toString();
  }

  /** Begins the line of a transaction. */
  public LineEncoder session(String session) {
    json.beginTransaction(session);
    return this;
  }

  /** Names the transaction. */
  public LineEncoder name(String transaction) {
    json.transactionName(transaction);
    return this;
  }

  /** Begins the list of operations. */
  public LineEncoder beginOperations() {
    json.beginOperations();
    return this;
  }

  /** Ends the list of operations. */
  public LineEncoder endOperations() {
    json.endOperations();
    return this;
  }

  /** Adds an operation to the list. */
  public LineEncoder operation(Operation<Long> operation) {
    encode(operation, json);
    return this;
  }

  /** Records an operation. */
  static void encode(Operation<Long> operation, OperationLog log) {
    if (operation instanceof Operation.Read<Long> read) {
      log.read(read.key(), value(read.value()));
    } else if (operation instanceof Operation.Write<Long> write) {
      if (write.value().isPresent()) {
        log.write(write.key(), value(write.value()));
      } else {
        log.delete(write.key());
      }
    } else if (operation instanceof Operation.Append<Long> append) {
      log.append(append.key(), append.element());
    } else if (operation instanceof Operation.ListRead<Long> read) {
      log.readList(read.key(), read.elements());
    } else if (operation instanceof Operation.FailedRead<Long> read) {
      log.readUnknown(read.key());
    } else if (operation instanceof Operation.Search<Long> search) {
      log.search(ITEMS, search.condition(), rows(search));
    } else if (operation instanceof Operation.AggregateRead<Long> read) {
      log.aggregate(ITEMS, read.aggregate(), value(read.value()));
    }
  }

  private static Object value(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  private static List<Map.Entry<Long, Object>> rows(Operation.Search<Long> search) {
    List<Map.Entry<Long, Object>> rows = new ArrayList<>();
    for (Operation.Match<Long> match : search.matches()) {
      Object value =
          match.value().isPresent() ? (Object) match.value().getAsLong() : OperationLog.UNSEEN;
      rows.add(new SimpleEntry<>(match.key(), value));
    }
    return rows;
  }

  /** A read of an absent item, with the transaction that removed it. */
  public LineEncoder absentRead(long key, Writer writer) {
    json.operation("r").number(key).nil();
    writer(writer);
    json.endArray();
    return this;
  }

  /** A predicate read, or one of an aggregate, with the versions that it saw. */
  public LineEncoder search(Operation<Long> search, List<SeenVersion> versions) {
    if (search instanceof Operation.AggregateRead<Long> read) {
      json.beginSearch(ITEMS, read.aggregate()).name("value").value(value(read.value()));
    } else {
      Operation.Search<Long> found = (Operation.Search<Long>) search;
      json.beginSearch(ITEMS, found.condition()).results(rows(found));
    }
    json.name("versions").beginArray();
    for (SeenVersion version : versions) {
      json.beginArray().number(version.key()).value(value(version.value()));
      writer(version.writer());
      json.endArray();
    }
    json.endArray().endSearch();
    return this;
  }

  private void writer(Writer writer) {
    if (writer instanceof Writer.Transaction transaction) {
      json.text(transaction.name());
    } else if (writer instanceof Writer.Initial) {
      json.initialWriter();
    }
  }

  /** What the database calls the transaction, as fields. */
  static void identifiers(Identifiers identifiers, BiConsumer<String, Object> fields) {
    identifiers.xid().ifPresent(xid -> fields.accept("xid", xid));
    identifiers.snapshot().ifPresent(snapshot -> fields.accept("snapshot", array(snapshot)));
  }

  /** The snapshots of statements, as a field. */
  static void statements(List<StatementSnapshot> statements, BiConsumer<String, Object> fields) {
    if (!statements.isEmpty()) {
      fields.accept(
          "statements",
          statements.stream()
              .map(
                  each ->
                      List.of(
                          each.operation(),
                          array(each.snapshot()),
                          each.isChange() ? STATEMENT_CHANGE : STATEMENT_SELECT))
              .toList());
    }
  }

  private static List<Object> array(Snapshot snapshot) {
    return List.of(snapshot.begin(), snapshot.end(), snapshot.running());
  }

  /** Where its commit stands in the database's log. */
  public LineEncoder logPosition(String position) {
    json.name("lsn").text(position);
    return this;
  }

  /** All fields after the operations, and the end of the line. */
  public LineEncoder rest(RecordedTransaction<Long> transaction) {
    identifiers(transaction.identifiers(), this::field);
    statements(transaction.statements(), this::field);
    transaction.timestamps().ifPresent(this::timestamps);
    if (transaction.outcome() == Outcome.INDETERMINATE) {
      json.beginTime(transaction.begin());
    } else {
      json.times(transaction.begin(), transaction.end());
    }
    json.outcome(RecordedOutcome.valueOf(transaction.outcome().name())).endObject();
    return this;
  }

  private void field(String name, Object value) {
    json.name(name).value(value);
  }

  private void timestamps(Timestamps timestamps) {
    json.timestamps(timestamps.start(), timestamps.commit());
  }

  /** The line so far, without its end. */
  @Override
  public String toString() {
    return json.toString();
  }
}
