package dev.isogauge.format.jsonl;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.format.toolkit.TextCursor;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the operations of a transaction and keeps them until its other fields, which come in any
 * order, are known.
 */
abstract class JsonOperations extends JsonCursor {
  private static final String OPERATION =
      "an operation: [\"r\",key,value], [\"w\",key,value], [\"d\",key], [\"a\",key,value] or"
          + " [\"p\",relation,condition,result]";

  // Kinds of buffered operations.
  private static final int WRITE = 0;
  private static final int READ = 1;
  private static final int READ_UNKNOWN = 2;
  private static final int APPEND = 3;
  private static final int READ_LIST = 4;
  private static final int DELETE = 5;
  private static final int PREDICATE_READ = 6;

  /** Four longs an operation: kind, key, value (of a list read its size), writer. */
  private final LongArrayList operations = new LongArrayList();

  /** Elements of all list reads, one after the other. */
  private final LongArrayList elements = new LongArrayList();

  private final List<JsonPredicate> predicates = new ArrayList<>();

  private boolean hasOperations;

  JsonOperations(JsonFactory json, byte[] buffer, int end, Atoms atoms) {
    super(json, buffer, end, atoms);
  }

  final void clearOperations() {
    hasOperations = false;
    operations.clear();
    elements.clear();
    predicates.clear();
  }

  /** Whether the field of operations was there. */
  final boolean hasOperations() {
    return hasOperations;
  }

  /** Reads the array of operations that begins here. */
  final void operations() {
    if (token() != JsonToken.START_ARRAY) {
      throw fault("an array of operations");
    }
    hasOperations = true;
    while (next() != JsonToken.END_ARRAY) {
      if (token() != JsonToken.START_ARRAY) {
        throw fault(OPERATION);
      }
      operation();
    }
  }

  private void operation() {
    next();
    char kind = character();
    boolean write = kind == 'w' || kind == 'a';
    if (kind == 'p') {
      predicateRead();
      return;
    }
    if (!write && kind != 'r' && kind != 'd') {
      throw fault("\"r\", \"w\", \"d\", \"a\" or \"p\"");
    }
    next();
    long key = name("a key");
    if (kind == 'd') {
      nextMustBe(JsonToken.END_ARRAY, "the end of [\"d\",key]");
      add(DELETE, key, Atoms.DEAD, Atoms.NO_NAME);
      return;
    }
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

  final long writer() {
    if (token() != JsonToken.START_ARRAY) {
      return name("a transaction's name or [\"init\"]");
    }
    if (next() != JsonToken.VALUE_STRING || !text().equals("init")) {
      throw fault("\"init\"");
    }
    nextMustBe(JsonToken.END_ARRAY, "the end of [\"init\"]");
    return Atoms.INITIAL_WRITER;
  }

  private void predicateRead() {
    next();
    long relation = name("a relation or \"*\"");
    boolean nameless = token() == JsonToken.VALUE_STRING && text().equals("*");
    nextMustBe(JsonToken.VALUE_STRING, "a condition, a string");
    long condition = name("a condition");
    JsonPredicate predicate = new JsonPredicate(nameless ? Atoms.NO_NAME : relation, condition);
    if (next() != JsonToken.END_ARRAY) {
      if (token() != JsonToken.START_OBJECT) {
        throw fault("{\"results\":[...]}, {\"value\":...} or the end of the predicate read");
      }
      for (String field = nextField(); field != null; field = nextField()) {
        next();
        switch (field) {
          case "results" -> predicate.rows(versions(true));
          case "value" -> predicate.value(value());
          case "versions" -> predicate.versionSet(versions(false));
          default ->
              throw faultHere(
                  "found the field \""
                      + TextCursor.printable(field)
                      + "\"; expected results, value or versions");
        }
      }
      nextMustBe(JsonToken.END_ARRAY, "the end of [\"p\",relation,condition,result]");
    }
    if (predicate.isContradictory()) {
      throw faultHere("found both results and a value; expected one of them");
    }
    add(PREDICATE_READ, Atoms.NO_NAME, predicates.size(), Atoms.NO_NAME);
    predicates.add(predicate);
  }

  /** An array of [key,value] or [key,value,writer]; bare keys where only keys may be known. */
  private List<JsonPredicate.Version> versions(boolean keysOnly) {
    String expected = keysOnly ? "a key or [key,value]" : "[key,value] or [key,value,writer]";
    if (token() != JsonToken.START_ARRAY) {
      throw fault("an array of " + expected);
    }
    List<JsonPredicate.Version> versions = new ArrayList<>();
    while (next() != JsonToken.END_ARRAY) {
      if (token() == JsonToken.START_ARRAY) {
        next();
        long key = name("a key");
        next();
        long value = value();
        long writer = Atoms.NO_NAME;
        if (next() != JsonToken.END_ARRAY) {
          writer = writer();
          nextMustBe(JsonToken.END_ARRAY, "the end of [key,value,writer]");
        }
        versions.add(new JsonPredicate.Version(key, true, value, writer));
      } else if (keysOnly) {
        long key = name(expected);
        versions.add(new JsonPredicate.Version(key, false, Atoms.NIL, Atoms.NO_NAME));
      } else {
        throw fault(expected);
      }
    }
    return versions;
  }

  /** Adds the operations to the transaction that the block began last. */
  final void giveOperations(RawBlock block) {
    int nextElement = 0;
    for (int i = 0; i < operations.size(); i += 4) {
      long key = operations.getLong(i + 1);
      long value = operations.getLong(i + 2);
      switch ((int) operations.getLong(i)) {
        case WRITE -> block.write(key, value);
        case APPEND -> block.append(key, value);
        case DELETE -> block.delete(key);
        case PREDICATE_READ -> predicates.get((int) value).giveTo(block);
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
}
