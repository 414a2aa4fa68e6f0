package dev.isogauge.format.jsonl;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.format.Directives;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.VersionOrder;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;

/** Parses one block of JSON lines; see {@link JsonlReader} for the schema. */
final class JsonlParser extends JsonCursor {
  // Kinds of buffered operations.
  private static final int WRITE = 0;
  private static final int READ = 1;
  private static final int READ_UNKNOWN = 2;
  private static final int APPEND = 3;
  private static final int READ_LIST = 4;

  private final byte[] buffer;
  private final int end;
  private final RawBlock block;
  private final Directives directives;

  // The current line; its fields come in any order.
  private boolean isTransaction;
  private boolean isDirective;
  private long session;
  private long name;
  private Outcome outcome;
  private boolean hasOperations;
  private boolean hasTimestamps;
  private long start;
  private long startLogical;
  private long commit;
  private long commitLogical;

  /** The logical part of the timestamp read last. */
  private long logical;

  private boolean hasRealTime;
  private long begin;
  private long finish;
  private long number;

  /** Four longs an operation: kind, key, value (of a list read its size), writer. */
  private final LongArrayList operations = new LongArrayList();

  /** Elements of all list reads, one after the other. */
  private final LongArrayList elements = new LongArrayList();

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
        case "session", "txn", "outcome", "ts", "rt", "sno", "ops" -> {
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
    outcome = Outcome.COMMITTED;
    hasOperations = false;
    hasTimestamps = false;
    hasRealTime = false;
    number = RawBlock.NO_NUMBER;
    operations.clear();
    elements.clear();
    orderedKey = Atoms.NO_NAME;
    versions = null;
  }

  private void transactionField(String field) {
    boolean isNull = token() == JsonToken.VALUE_NULL;
    switch (field) {
      case "session" -> session = name("a session");
      case "txn" -> name = isNull ? Atoms.NO_NAME : name("a transaction's name");
      case "outcome" -> outcome = outcome();
      case "ts" -> {
        hasTimestamps = !isNull;
        if (hasTimestamps) {
          openPair("[start,commit]");
          start = nextTimestamp();
          startLogical = logical;
          commit = nextTimestamp();
          commitLogical = logical;
          nextMustBe(JsonToken.END_ARRAY, "the end of [start,commit]");
        }
      }
      case "rt" -> {
        hasRealTime = !isNull;
        if (hasRealTime) {
          openPair("[begin,end]");
          begin = nextTime();
          finish = nextTime();
          nextMustBe(JsonToken.END_ARRAY, "the end of [begin,end]");
          if (begin != RawBlock.NO_TIME && finish != RawBlock.NO_TIME && finish < begin) {
            throw faultHere("found an end before the begin; expected [begin,end] in this order");
          }
        }
      }
      case "sno" -> number = time();
      default -> operations();
    }
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
    long physical = nextNumber();
    logical = nextNumber();
    nextMustBe(JsonToken.END_ARRAY, "the end of [physical,logical]");
    return physical;
  }

  private long nextNumber() {
    long number = nextTime();
    if (number == RawBlock.NO_TIME) {
      throw fault("a part of a timestamp, an integer");
    }
    return number;
  }

  private void operations() {
    if (token() != JsonToken.START_ARRAY) {
      throw fault("an array of operations");
    }
    hasOperations = true;
    while (next() != JsonToken.END_ARRAY) {
      if (token() != JsonToken.START_ARRAY) {
        throw fault("an operation: [\"r\",key,value], [\"w\",key,value] or [\"a\",key,value]");
      }
      operation();
    }
  }

  private void operation() {
    next();
    char kind = character();
    boolean write = kind == 'w' || kind == 'a';
    if (!write && kind != 'r') {
      throw fault("\"r\", \"w\" or \"a\"");
    }
    next();
    long key = name("a key");
    if (next() == JsonToken.END_ARRAY && !write) {
      add(READ_UNKNOWN, key, Atoms.NIL, Atoms.NO_NAME);
      return;
    }
    if (token() == JsonToken.START_ARRAY && !write) {
      list(key);
      return;
    }
    long value = value();
    long writer = Atoms.NO_NAME;
    if (next() != JsonToken.END_ARRAY) {
      if (write) {
        throw fault("the end of [\"" + kind + "\",key,value]");
      }
      writer = writer();
      nextMustBe(JsonToken.END_ARRAY, "the end of [\"r\",key,value,writer]");
    }
    add(kind == 'w' ? WRITE : kind == 'a' ? APPEND : READ, key, value, writer);
  }

  private void list(long key) {
    int before = elements.size();
    while (next() != JsonToken.END_ARRAY) {
      elements.add(value());
    }
    nextMustBe(JsonToken.END_ARRAY, "the end of [\"r\",key,list]");
    add(READ_LIST, key, elements.size() - before, Atoms.NO_NAME);
  }

  private void add(int kind, long key, long value, long writer) {
    operations.add(kind);
    operations.add(key);
    operations.add(value);
    operations.add(writer);
  }

  private long writer() {
    if (token() != JsonToken.START_ARRAY) {
      return name("a transaction's name or [\"init\"]");
    }
    if (next() != JsonToken.VALUE_STRING || !text().equals("init")) {
      throw fault("\"init\"");
    }
    nextMustBe(JsonToken.END_ARRAY, "the end of [\"init\"]");
    return Atoms.INITIAL_WRITER;
  }

  private void addTransaction(int line) {
    if (session == Atoms.NO_NAME || !hasOperations) {
      throw faultHere(
          "found no \""
              + (hasOperations ? "session" : "ops")
              + "\" in the transaction; expected"
              + " \"session\" and \"ops\"");
    }
    block.transaction(session, name, outcome, line);
    if (hasTimestamps) {
      block.timestamps(start, commit);
      if (startLogical != 0 || commitLogical != 0) {
        block.logicalTimes(startLogical, commitLogical);
      }
    }
    if (number != RawBlock.NO_NUMBER) {
      block.number(number);
    }
    if (hasRealTime) {
      block.realTime(begin, finish);
    }
    int nextElement = 0;
    for (int i = 0; i < operations.size(); i += 4) {
      long key = operations.getLong(i + 1);
      long value = operations.getLong(i + 2);
      switch ((int) operations.getLong(i)) {
        case WRITE -> block.write(key, value);
        case APPEND -> block.append(key, value);
        case READ_LIST -> {
          block.readList(key);
          for (long left = value; left > 0; left--) {
            block.element(elements.getLong(nextElement++));
          }
        }
        case READ -> {
          block.read(key, value);
          if (operations.getLong(i + 3) != Atoms.NO_NAME) {
            block.fromWriter(operations.getLong(i + 3));
          }
        }
        default -> block.readUnknown(key);
      }
    }
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
