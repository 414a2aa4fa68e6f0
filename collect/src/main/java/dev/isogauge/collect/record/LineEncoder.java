package dev.isogauge.collect.record;

import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.Snapshot;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Writes the lines of a recording, or of a certificate, field by field. The grammar is that of JSON
 * Lines in docs/formats.md, with what the database calls a transaction as further fields.
 *
 * <pre>{@code
 * new LineEncoder().session("s1").operations(List.of(Write.of(1L, 5))).times(begin, end, outcome)
 * }</pre>
 */
public final class LineEncoder {
  /** The relation of keys that are plain numbers. */
  private static final String ITEMS = "*";

  private static final String INITIAL = "init";

  static final String STATEMENT_SELECT = "select";
  static final String STATEMENT_CHANGE = "change";

  private final JsonText json = new JsonText();

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
   * A version of an item that a search looked at.
   *
   * @param value none where the item is absent in it
   */
  public record SeenVersion(long key, OptionalLong value, Writer writer) {}

  /** The line before all others; {@code about} has numbers (Long) and texts. */
  static String header(OptionalLong initial, Map<String, ?> about) {
    JsonText json = new JsonText().object().name("default").number(initial);
    json.name("recorded").object();
    about.forEach(
        (name, value) -> {
          json.name(name);
          if (value instanceof Long number) {
            json.number(number);
          } else {
            json.text((String) value);
          }
        });
    return json.endObject().endObject().toString();
  }

  /** The whole line with the order of an item's versions, oldest first. */
  public static String order(long key, List<SeenVersion> versions) {
    JsonText json = new JsonText().object().name("order").number(key).name("versions").array();
    for (SeenVersion version : versions) {
      if (version.writer() instanceof Writer.Transaction writer) {
        json.array().number(version.value()).text(writer.name()).endArray();
      } else {
        json.number(version.value());
      }
    }
    return json.endArray().endObject().toString();
  }

  /** Begins the line of a transaction. */
  public LineEncoder session(String session) {
    json.object().name("session").text(session);
    return this;
  }

  /** Names the transaction. */
  public LineEncoder name(String transaction) {
    json.name("txn").text(transaction);
    return this;
  }

  /** Begins the list of operations. */
  public LineEncoder beginOperations() {
    json.name("ops").array();
    return this;
  }

  /** Ends the list of operations. */
  public LineEncoder endOperations() {
    json.endArray();
    return this;
  }

  /** Adds an operation to the list. */
  public LineEncoder operation(Operation<Long> operation) {
    if (operation instanceof Operation.Read<Long> read) {
      json.array().text("r").number(read.key()).number(read.value()).endArray();
    } else if (operation instanceof Operation.Write<Long> write) {
      write(write);
    } else if (operation instanceof Operation.Append<Long> append) {
      json.array().text("a").number(append.key()).number(append.element()).endArray();
    } else if (operation instanceof Operation.ListRead<Long> read) {
      json.array().text("r").number(read.key()).array();
      read.elements().forEach(json::number);
      json.endArray().endArray();
    } else if (operation instanceof Operation.FailedRead<Long> read) {
      json.array().text("r").number(read.key()).endArray();
    } else if (operation instanceof Operation.Search<Long> search) {
      beginSearch(search);
      endSearch();
    } else if (operation instanceof Operation.AggregateRead<Long> read) {
      beginAggregate(read);
      endSearch();
    }
    return this;
  }

  private void write(Operation.Write<Long> write) {
    if (write.value().isPresent()) {
      json.array().text("w").number(write.key()).number(write.value()).endArray();
    } else {
      json.array().text("d").number(write.key()).endArray();
    }
  }

  /** A read of an absent item, with the transaction that removed it. */
  public LineEncoder absentRead(long key, Writer writer) {
    json.array().text("r").number(key).nil();
    writer(writer);
    json.endArray();
    return this;
  }

  /** A search, or one for an aggregate, with the versions that it looked at. */
  public LineEncoder search(Operation<Long> search, List<SeenVersion> versions) {
    if (search instanceof Operation.AggregateRead<Long> read) {
      beginAggregate(read);
    } else {
      beginSearch((Operation.Search<Long>) search);
    }
    json.name("versions").array();
    for (SeenVersion version : versions) {
      json.array().number(version.key()).number(version.value());
      writer(version.writer());
      json.endArray();
    }
    json.endArray();
    endSearch();
    return this;
  }

  private void beginSearch(Operation.Search<Long> search) {
    json.array().text("p").text(ITEMS).text(search.condition()).object().name("results").array();
    for (Operation.Match<Long> match : search.matches()) {
      if (match.value().isPresent()) {
        json.array().number(match.key()).number(match.value()).endArray();
      } else {
        json.number(match.key());
      }
    }
    json.endArray();
  }

  private void beginAggregate(Operation.AggregateRead<Long> read) {
    json.array().text("p").text(ITEMS).text(read.aggregate()).object();
    json.name("value").number(read.value());
  }

  private void endSearch() {
    json.endObject().endArray();
  }

  private void writer(Writer writer) {
    if (writer instanceof Writer.Transaction transaction) {
      json.text(transaction.name());
    } else if (writer instanceof Writer.Initial) {
      json.array().text(INITIAL).endArray();
    }
  }

  /** What the database calls the transaction, and the snapshots of its statements. */
  public LineEncoder identifiers(Identifiers identifiers, List<StatementSnapshot> statements) {
    identifiers.xid().ifPresent(xid -> json.name("xid").number(xid));
    identifiers
        .snapshot()
        .ifPresent(
            snapshot -> {
              json.name("snapshot");
              snapshot(snapshot);
            });
    if (!statements.isEmpty()) {
      json.name("statements").array();
      for (StatementSnapshot statement : statements) {
        json.array().number(statement.operation());
        snapshot(statement.snapshot());
        json.text(statement.isChange() ? STATEMENT_CHANGE : STATEMENT_SELECT).endArray();
      }
      json.endArray();
    }
    return this;
  }

  private void snapshot(Snapshot snapshot) {
    json.array().number(snapshot.begin()).number(snapshot.end()).array();
    snapshot.running().forEach(json::number);
    json.endArray().endArray();
  }

  /** Where its commit stands in the database's log. */
  public LineEncoder logPosition(String position) {
    json.name("lsn").text(position);
    return this;
  }

  /** The transaction's timestamps. */
  public LineEncoder timestamps(Timestamps timestamps) {
    json.name("ts").array().number(timestamps.start()).number(timestamps.commit()).endArray();
    return this;
  }

  /** Ends the line: begin, end (none for an indeterminate transaction) and outcome. */
  public LineEncoder times(long begin, OptionalLong end, Outcome outcome) {
    json.name("rt").array().number(begin).number(end).endArray();
    json.name("outcome").text(outcome.name().toLowerCase(Locale.ROOT)).endObject();
    return this;
  }

  /** All fields after the operations. */
  public LineEncoder rest(RecordedTransaction<Long> transaction) {
    identifiers(transaction.identifiers(), transaction.statements());
    transaction.timestamps().ifPresent(this::timestamps);
    return times(
        transaction.begin(),
        transaction.outcome() == Outcome.INDETERMINATE
            ? OptionalLong.empty()
            : OptionalLong.of(transaction.end()),
        transaction.outcome());
  }

  int length() {
    return json.length();
  }

  void cut(int length) {
    json.cut(length);
  }

  String from(int start) {
    return json.from(start);
  }

  /** The line so far, without its end. */
  @Override
  public String toString() {
    return json.toString();
  }
}
