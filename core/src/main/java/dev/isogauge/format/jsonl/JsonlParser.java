package dev.isogauge.format.jsonl;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.format.toolkit.Directives;
import dev.isogauge.format.toolkit.TransactionAttributes;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.Snapshot;
import dev.isogauge.history.VersionOrder;
import java.util.ArrayList;
import java.util.List;

/** Parses one block of JSON lines; see {@link JsonlReader} for the schema. */
final class JsonlParser extends JsonOperations {
  private final byte[] buffer;
  private final int end;
  private final RawBlock block;
  private final Directives directives;

  // The current line; its fields come in any order.
  private boolean isTransaction;
  private boolean isDirective;
  private long session;
  private long name;
  private final TransactionAttributes attributes = new TransactionAttributes();

  /** The logical part of the timestamp read last. */
  private long logical;

  private long orderedKey;
  private List<VersionOrder.Version> versions;

  JsonlParser(
      JsonFactory json,
      byte[] buffer,
      int end,
      Atoms atoms,
      RawBlock block,
      Directives directives) {
    super(json, buffer, end, atoms);
    this.buffer = buffer;
    this.end = end;
    this.block = block;
    this.directives = directives;
  }

  /** Parses all lines and returns how many there are. */
  int parse() {
    int lastLine = -1;
    for (JsonToken token = next(); token != null; token = next()) {
      int line = line();
      if (token != JsonToken.START_OBJECT) {
        throw fault("an object, as in {\"session\":\"s1\",\"ops\":[[\"w\",\"x\",1]]}");
      }
      if (line == lastLine) {
        throw fault("one object a line");
      }
      object(line);
      lastLine = line();
      if (lastLine != line) {
        throw faultHere("found the end of an object of several lines; expected one object a line");
      }
    }
    return countLines();
  }

  private int countLines() {
    int lines = 0;
    for (int i = 0; i < end; i++) {
      if (buffer[i] == '\n') {
        lines++;
      }
    }
    return lines;
  }

  private void object(int line) {
    reset();
    for (String field = nextField(); field != null; field = nextField()) {
      next();
      switch (field) {
        case "session", "txn", "outcome", "ts", "rt", "sno", "serial", "xid", "snapshot", "ops" -> {
          isTransaction = true;
          transactionField(field);
        }
        case "init", "default", "order", "versions" -> {
          isDirective = true;
          directiveField(field, line);
        }
        default -> skip();
      }
      if (isTransaction && isDirective) {
        throw faultHere(
            "found \""
                + field
                + "\" in one object with fields of another kind; expected a"
                + " transaction or a directive");
      }
    }
    if (isTransaction) {
      addTransaction(line);
    } else if (!isDirective) {
      throw faultHere(
          "found no \"session\", \"init\" or \"order\" in the object; expected one of them");
    } else if ((orderedKey == Atoms.NO_NAME) != (versions == null)) {
      throw faultHere("found one of \"order\" and \"versions\"; expected both");
    } else if (versions != null) {
      directives.versionOrder(new VersionOrder(orderedKey, versions), line);
    }
  }

  private void reset() {
    isTransaction = false;
    isDirective = false;
    session = Atoms.NO_NAME;
    name = Atoms.NO_NAME;
    attributes.clear();
    clearOperations();
    orderedKey = Atoms.NO_NAME;
    versions = null;
  }

  private void transactionField(String field) {
    boolean isNull = token() == JsonToken.VALUE_NULL;
    switch (field) {
      case "session" -> session = name("a session");
      case "txn" -> name = isNull ? Atoms.NO_NAME : name("a transaction's name");
      case "outcome" -> attributes.outcome(outcome());
      case "ts" -> {
        if (!isNull) {
          timestamps();
        }
      }
      case "rt" -> {
        if (!isNull) {
          realTime();
        }
      }
      case "sno" -> attributes.number(time());
      case "serial" -> attributes.serial(time());
      case "xid" -> attributes.transactionId(time());
      case "snapshot" -> {
        if (!isNull) {
          attributes.snapshot(snapshot());
        }
      }
      default -> operations();
    }
  }

  private void timestamps() {
    openPair("[start,commit]");
    long start = nextTimestamp();
    long startLogical = logical;
    long commit = nextTimestamp();
    attributes.timestamps(start, startLogical, commit, logical);
    nextMustBe(JsonToken.END_ARRAY, "the end of [start,commit]");
  }

  private void realTime() {
    openPair("[begin,end]");
    long begin = nextTime();
    attributes.realTime(begin, nextTime());
    nextMustBe(JsonToken.END_ARRAY, "the end of [begin,end]");
    if (attributes.endsBeforeItBegins()) {
      throw faultHere("found an end before the begin; expected [begin,end] in this order");
    }
  }

  private Snapshot snapshot() {
    String expected = "[begin,end,[running,...]]";
    openPair(expected);
    long from = nextNumber("the first id of the snapshot");
    long to = nextNumber("the end of the snapshot");
    nextMustBe(JsonToken.START_ARRAY, "the array of the ids that were running");
    List<Long> running = new ArrayList<>();
    while (next() != JsonToken.END_ARRAY) {
      running.add(number("the id of a transaction that was running"));
    }
    nextMustBe(JsonToken.END_ARRAY, "the end of " + expected);
    return new Snapshot(from, to, running);
  }

  private Outcome outcome() {
    return switch (token() == JsonToken.VALUE_STRING ? text() : "") {
      case "committed" -> Outcome.COMMITTED;
      case "aborted" -> Outcome.ABORTED;
      case "indeterminate" -> Outcome.INDETERMINATE;
      default -> throw fault("\"committed\", \"aborted\" or \"indeterminate\"");
    };
  }

  private void openPair(String expected) {
    if (token() != JsonToken.START_ARRAY) {
      throw fault(expected + " or null");
    }
  }

  private long nextTime() {
    next();
    return time();
  }

  /** A number, null, or the two parts of a hybrid timestamp. */
  private long nextTimestamp() {
    logical = 0;
    if (next() != JsonToken.START_ARRAY) {
      return time();
    }
    long physical = nextNumber("a part of a timestamp");
    logical = nextNumber("a part of a timestamp");
    nextMustBe(JsonToken.END_ARRAY, "the end of [physical,logical]");
    return physical;
  }

  private long nextNumber(String expected) {
    next();
    return number(expected);
  }

  private long number(String expected) {
    long number = time();
    if (number == RawBlock.NO_TIME) {
      throw fault(expected + ", an integer");
    }
    return number;
  }

  private void addTransaction(int line) {
    if (session == Atoms.NO_NAME || !hasOperations()) {
      throw faultHere(
          "found no \""
              + (hasOperations() ? "session" : "ops")
              + "\" in the transaction; expected"
              + " \"session\" and \"ops\"");
    }
    attributes.begin(block, session, name, line);
    giveOperations(block);
  }

  private void directiveField(String field, int line) {
    switch (field) {
      case "init" -> initialValues(line);
      case "default" -> directives.defaultInitialValue(value(), line);
      case "order" -> orderedKey = name("a key");
      default -> versions();
    }
  }

  private void initialValues(int line) {
    if (token() != JsonToken.START_ARRAY) {
      throw fault("an array of [key,value]");
    }
    while (next() != JsonToken.END_ARRAY) {
      if (token() != JsonToken.START_ARRAY) {
        throw fault("[key,value]");
      }
      next();
      long key = name("a key");
      next();
      directives.initialValue(key, value(), line);
      nextMustBe(JsonToken.END_ARRAY, "the end of [key,value]");
    }
  }

  private void versions() {
    if (token() != JsonToken.START_ARRAY) {
      throw fault("an array of versions: value or [value,writer]");
    }
    versions = new ArrayList<>();
    while (next() != JsonToken.END_ARRAY) {
      if (token() != JsonToken.START_ARRAY) {
        versions.add(new VersionOrder.Version(value(), Atoms.NO_NAME));
        continue;
      }
      next();
      long value = value();
      next();
      versions.add(new VersionOrder.Version(value, writer()));
      nextMustBe(JsonToken.END_ARRAY, "the end of [value,writer]");
    }
  }
}
