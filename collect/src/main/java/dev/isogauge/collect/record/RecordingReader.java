package dev.isogauge.collect.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.Snapshot;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads what a {@link RecordedSession} recorded. A line that is not of that kind is an error. */
public final class RecordingReader {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final String TRANSACTION = "{\"session\":";

  private final JsonParser json;
  private String session = "";
  private final List<Operation<Long>> operations = new ArrayList<>();
  private OptionalLong xid = OptionalLong.empty();
  private Optional<Snapshot> snapshot = Optional.empty();
  private final List<StatementSnapshot> statements = new ArrayList<>();
  private Optional<Timestamps> timestamps = Optional.empty();
  private long begin;
  private OptionalLong end = OptionalLong.empty();
  private Outcome outcome = Outcome.INDETERMINATE;

  private RecordingReader(JsonParser json) {
    this.json = json;
  }

  /** Takes what a recording holds, line by line. */
  public interface Visitor {
    /** A line that is not about a transaction, as it is. */
    void header(String line) throws IOException;

    void transaction(RecordedTransaction<Long> transaction) throws IOException;
  }

  /** Reads a recording. */
  public static void read(Path recording, Visitor visitor) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(recording)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.startsWith(TRANSACTION)) {
          visitor.transaction(parse(line));
        } else if (!line.isBlank()) {
          visitor.header(line);
        }
      }
    }
  }

  /** Reads the line of a transaction. */
  public static RecordedTransaction<Long> parse(String line) throws IOException {
    try (JsonParser json = FACTORY.createParser(line)) {
      return new RecordingReader(json).transaction();
    }
  }

  private RecordedTransaction<Long> transaction() throws IOException {
    expect(JsonToken.START_OBJECT);
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      field(json.currentName());
    }
    RecordedTransaction<Long> transaction = new RecordedTransaction<>(session, begin);
    operations.forEach(transaction::add);
    transaction.identifiers(new Identifiers(xid, snapshot));
    transaction.statements(statements);
    timestamps.ifPresent(transaction::timestamps);
    if (end.isPresent() == (outcome == Outcome.INDETERMINATE)) {
      throw unexpected("a transaction that is " + outcome + " with the end " + end);
    }
    if (end.isPresent()) {
      transaction.ended(outcome, end.getAsLong());
    }
    return transaction;
  }

  private void field(String name) throws IOException {
    switch (name) {
      case "session" -> session = text();
      case "ops" -> {
        expect(JsonToken.START_ARRAY);
        while (json.nextToken() == JsonToken.START_ARRAY) {
          operations.add(operation());
        }
      }
      case "xid" -> xid = OptionalLong.of(number());
      case "snapshot" -> {
        expect(JsonToken.START_ARRAY);
        snapshot = Optional.of(snapshot());
      }
      case "statements" -> {
        expect(JsonToken.START_ARRAY);
        while (json.nextToken() == JsonToken.START_ARRAY) {
          statements.add(statement());
        }
      }
      case "ts" -> {
        expect(JsonToken.START_ARRAY);
        timestamps = Optional.of(new Timestamps(number(), number()));
        expect(JsonToken.END_ARRAY);
      }
      case "rt" -> {
        expect(JsonToken.START_ARRAY);
        begin = number();
        json.nextToken();
        end = value();
        expect(JsonToken.END_ARRAY);
      }
      case "outcome" -> outcome = Outcome.valueOf(text().toUpperCase(Locale.ROOT));
      default -> throw unexpected("the field " + name);
    }
  }

  private Operation<Long> operation() throws IOException {
    String kind = text();
    if (kind.equals("p")) {
      return search();
    }
    long key = number();
    JsonToken next = json.nextToken();
    Operation<Long> operation =
        switch (kind) {
          case "r" -> read(key, next);
          case "w" -> new Operation.Write<>(key, value());
          case "a" -> new Operation.Append<>(key, value().orElseThrow());
          case "d" -> Operation.Write.delete(key);
          default -> throw unexpected("an operation " + kind);
        };
    if (next != JsonToken.END_ARRAY) {
      expect(JsonToken.END_ARRAY);
    }
    return operation;
  }

  private Operation<Long> read(long key, JsonToken next) throws IOException {
    if (next == JsonToken.END_ARRAY) {
      return new Operation.FailedRead<>(key);
    }
    return next == JsonToken.START_ARRAY
        ? new Operation.ListRead<>(key, numbers())
        : new Operation.Read<>(key, value());
  }

  private Operation<Long> search() throws IOException {
    text(); // The relation: there is one only.
    String condition = text();
    expect(JsonToken.START_OBJECT);
    expect(JsonToken.FIELD_NAME);
    Operation<Long> search;
    if (json.currentName().equals("value")) {
      json.nextToken();
      search = new Operation.AggregateRead<>(condition, value());
    } else {
      search = new Operation.Search<>(condition, matches());
    }
    expect(JsonToken.END_OBJECT);
    expect(JsonToken.END_ARRAY);
    return search;
  }

  private List<Operation.Match<Long>> matches() throws IOException {
    List<Operation.Match<Long>> matches = new ArrayList<>();
    expect(JsonToken.START_ARRAY);
    for (JsonToken next = json.nextToken(); next != JsonToken.END_ARRAY; next = json.nextToken()) {
      if (next == JsonToken.START_ARRAY) {
        matches.add(new Operation.Match<>(number(), OptionalLong.of(number())));
        expect(JsonToken.END_ARRAY);
      } else {
        matches.add(Operation.Match.ofKey(json.getLongValue()));
      }
    }
    return matches;
  }

  private StatementSnapshot statement() throws IOException {
    int operation = (int) number();
    expect(JsonToken.START_ARRAY);
    Snapshot seen = snapshot();
    boolean isChange = text().equals(LineEncoder.STATEMENT_CHANGE);
    expect(JsonToken.END_ARRAY);
    return new StatementSnapshot(operation, seen, isChange);
  }

  /** From behind the bracket that opens it. */
  private Snapshot snapshot() throws IOException {
    long first = number();
    long last = number();
    expect(JsonToken.START_ARRAY);
    Snapshot read = new Snapshot(first, last, numbers());
    expect(JsonToken.END_ARRAY);
    return read;
  }

  /** From behind the bracket that opens them. */
  private List<Long> numbers() throws IOException {
    List<Long> numbers = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      numbers.add(json.getLongValue());
    }
    return numbers;
  }

  private long number() throws IOException {
    expect(JsonToken.VALUE_NUMBER_INT);
    return json.getLongValue();
  }

  /** The number here, or none where null stands. */
  private OptionalLong value() throws IOException {
    return json.currentToken() == JsonToken.VALUE_NULL
        ? OptionalLong.empty()
        : OptionalLong.of(json.getLongValue());
  }

  private String text() throws IOException {
    expect(JsonToken.VALUE_STRING);
    return json.getText();
  }

  private void expect(JsonToken wanted) throws IOException {
    JsonToken found = json.nextToken();
    if (found != wanted) {
      throw unexpected(String.valueOf(found));
    }
  }

  private IOException unexpected(String what) {
    return new IOException(
        "the recording has " + what + " at column " + json.currentLocation().getColumnNr());
  }
}
