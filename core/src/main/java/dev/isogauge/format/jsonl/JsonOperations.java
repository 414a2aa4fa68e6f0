package dev.isogauge.format.jsonl;

import dev.isogauge.format.toolkit.JsonCursor;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.UnknownOperations;
import dev.isogauge.history.UnknownOperations.Scope;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the operations of a transaction and keeps them until its other fields, which come in any
 * order, are known.
 */
abstract class JsonOperations extends JsonCursor {
  private static final String OPERATION =
      "an operation: [\"r\",key,value], [\"w\",key,value], [\"d\",key], [\"a\",key,value],"
          + " [\"p\",relation,condition,result], [\"ur\",scope,name] or [\"uw\",scope,name]";
  private static final String VALUE =
      "a value: a string, an integer, null or a row, as in {\"balance\":5}";

  // Kinds of buffered operations.
  private static final int WRITE = 0;
  private static final int READ = 1;
  private static final int READ_UNKNOWN = 2;
  private static final int APPEND = 3;
  private static final int READ_LIST = 4;
  private static final int DELETE = 5;
  private static final int PREDICATE_READ = 6;

  /** Its value is twice the scope, and one more for a write. */
  private static final int UNKNOWN = 7;

  private static final Scope[] SCOPES = Scope.values();

  /** Four longs an operation: kind, key, value (of a list read its size), writer. */
  private final LongArrayList operations = new LongArrayList();

  /** Elements of all list reads, one after the other. */
  private final LongArrayList elements = new LongArrayList();

  private final List<JsonPredicate> predicates = new ArrayList<>();

  private boolean hasOperations;

  JsonOperations(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms, false);
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
    hasOperations = true;
    boolean more = enter('[', ']', "an array of operations");
    while (more) {
      pass('[', OPERATION);
      operation();
      more = hasMore(']');
    }
  }

  /** Reads an operation behind its opening bracket. */
  private void operation() {
    char kind = kind();
    if (kind == 'p') {
      predicateRead();
      return;
    }
    if (kind == UNKNOWN_READ_LETTER || kind == UNKNOWN_WRITE_LETTER) {
      unknownOperation(kind == UNKNOWN_WRITE_LETTER);
      return;
    }
    pass(',', "a key, a string or an integer");
    long key = name("a key");
    switch (kind) {
      case 'd' -> {
        closeArray("[\"d\",key]");
        add(DELETE, key, Atoms.DEAD, Atoms.NO_NAME);
      }
      case 'r' -> read(key);
      default -> {
        pass(',', VALUE);
        add(kind == 'w' ? WRITE : APPEND, key, value(), Atoms.NO_NAME);
        closeArray(kind == 'w' ? "[\"w\",key,value]" : "[\"a\",key,value]");
      }
    }
  }

  // Stand for "ur" and "uw".
  private static final char UNKNOWN_READ_LETTER = 'u';
  private static final char UNKNOWN_WRITE_LETTER = 'U';

  private char kind() {
    String expected = "\"r\", \"w\", \"d\", \"a\", \"p\", \"ur\" or \"uw\"";
    if (peek() == '"' && isKind(buffer[position + 1]) && buffer[position + 2] == '"') {
      position += 3;
      return (char) buffer[position - 2];
    }
    int begin = position;
    String word = string(expected);
    if (word.equals("ur") || word.equals("uw")) {
      return word.equals("ur") ? UNKNOWN_READ_LETTER : UNKNOWN_WRITE_LETTER;
    }
    if (word.length() != 1 || !isKind(word.charAt(0))) {
      position = begin;
      throw fault(expected);
    }
    return word.charAt(0);
  }

  private static boolean isKind(int letter) {
    return letter == 'r' || letter == 'w' || letter == 'd' || letter == 'a' || letter == 'p';
  }

  private void unknownOperation(boolean isWrite) {
    Scope scope = Scope.EVERYTHING;
    long name = Atoms.NO_NAME;
    long statement = Atoms.NO_NAME;
    if (hasMore(']') && peek() != '"') {
      statement = statement();
      closeArray("[\"ur\",statement]");
    } else if (buffer[position - 1] != ']') {
      scope = scope();
      pass(',', "a key or a relation");
      peek();
      int begin = position;
      name = name("a key or a relation");
      if (scope == Scope.TABLE && position == begin + 3 && buffer[begin + 1] == '*') {
        name = Atoms.NO_NAME;
      }
      if (hasMore(']')) {
        statement = statement();
        closeArray("[\"ur\",scope,name,statement]");
      }
    }
    add(UNKNOWN, name, 2L * scope.ordinal() + (isWrite ? 1 : 0), statement);
  }

  private long statement() {
    String expected = "the number of a statement, 0 to 2147483647";
    peek();
    int begin = position;
    long number = integer(expected, "");
    if (!atoms.isPlainInteger(number) || number < 0 || number > Integer.MAX_VALUE) {
      position = begin;
      throw fault(expected);
    }
    return number;
  }

  private Scope scope() {
    String expected = "\"key\" or \"table\"";
    peek();
    int begin = position;
    return switch (string(expected)) {
      case "key" -> Scope.KEY;
      case "table" -> Scope.TABLE;
      default -> {
        position = begin;
        throw fault(expected);
      }
    };
  }

  private void read(long key) {
    if (!hasMore(']')) {
      add(READ_UNKNOWN, key, Atoms.NIL, Atoms.NO_NAME);
    } else if (peek() == '[') {
      int before = elements.size();
      boolean more = enter('[', ']', "a list");
      while (more) {
        elements.add(value());
        more = hasMore(']');
      }
      closeArray("[\"r\",key,list]");
      add(READ_LIST, key, elements.size() - before, Atoms.NO_NAME);
    } else {
      long value = value();
      long writer = Atoms.NO_NAME;
      if (hasMore(']')) {
        writer = writer();
        closeArray("[\"r\",key,value,writer]");
      }
      add(READ, key, value, writer);
    }
  }

  /** The atom of the value that stands here. */
  final long value() {
    return switch (peek()) {
      case '"' -> quoted();
      case '{' -> row();
      case 'n' -> passNull() ? Atoms.NIL : integer(VALUE, "");
      default -> integer(VALUE, "");
    };
  }

  private long row() {
    SortedMap<String, Long> columns = new TreeMap<>();
    boolean more = enter('{', '}', VALUE);
    while (more) {
      String column = fieldName();
      if (columns.containsKey(column)) {
        throw twice();
      }
      if (peek() == '{') {
        throw fault("a column's value: a string, an integer or null");
      }
      columns.put(column, value());
      more = hasMore('}');
    }
    return atoms.row(columns);
  }

  private void add(int kind, long key, long value, long writer) {
    operations.add(kind);
    operations.add(key);
    operations.add(value);
    operations.add(writer);
  }

  final long writer() {
    if (peek() != '[') {
      return name("a transaction's name or [\"init\"]");
    }
    position++;
    peek();
    int begin = position;
    if (!string("\"init\"").equals("init")) {
      position = begin;
      throw fault("\"init\"");
    }
    closeArray("[\"init\"]");
    return Atoms.INITIAL_WRITER;
  }

  private void predicateRead() {
    pass(',', "a relation or \"*\", a string or an integer");
    peek();
    int begin = position;
    long relation = name("a relation or \"*\"");
    boolean nameless = position == begin + 3 && buffer[begin + 1] == '*';
    String expected = "a condition, a string";
    pass(',', expected);
    if (peek() != '"') {
      throw fault(expected);
    }
    JsonPredicate predicate = new JsonPredicate(nameless ? Atoms.NO_NAME : relation, quoted());
    if (hasMore(']')) {
      result(predicate);
      closeArray("[\"p\",relation,condition,result]");
    }
    if (predicate.isContradictory()) {
      throw faultAt(position - 1, "found both results and a value; expected one of them");
    }
    add(PREDICATE_READ, Atoms.NO_NAME, predicates.size(), Atoms.NO_NAME);
    predicates.add(predicate);
  }

  private void result(JsonPredicate predicate) {
    Set<String> seen = new HashSet<>();
    boolean more =
        enter('{', '}', "{\"results\":[...]}, {\"value\":...} or the end of the predicate read");
    while (more) {
      String field = fieldName();
      if (!seen.add(field)) {
        throw twice();
      }
      peek();
      switch (field) {
        case "results" -> predicate.rows(versions(true));
        case "value" -> predicate.value(value());
        case "versions" -> predicate.versionSet(versions(false));
        default ->
            throw faultAt(
                position,
                "found the field \""
                    + printable(field)
                    + "\"; expected results, value or versions");
      }
      more = hasMore('}');
    }
  }

  /** An array of [key,value] or [key,value,writer]; bare keys where only keys may be known. */
  private List<JsonPredicate.Version> versions(boolean keysOnly) {
    String expected = keysOnly ? "a key or [key,value]" : "[key,value] or [key,value,writer]";
    List<JsonPredicate.Version> versions = new ArrayList<>();
    boolean more = enter('[', ']', "an array of " + expected);
    while (more) {
      if (peek() != '[' && keysOnly) {
        versions.add(new JsonPredicate.Version(name(expected), false, Atoms.NIL, Atoms.NO_NAME));
      } else {
        pass('[', expected);
        long key = name("a key");
        pass(',', VALUE);
        long value = value();
        long writer = Atoms.NO_NAME;
        if (hasMore(']')) {
          writer = writer();
          closeArray("[key,value,writer]");
        }
        versions.add(new JsonPredicate.Version(key, true, value, writer));
      }
      more = hasMore(']');
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
        case UNKNOWN ->
            block.unknownOperation(
                value % 2 == 1,
                SCOPES[(int) (value / 2)],
                key,
                operations.getLong(i + 3) == Atoms.NO_NAME
                    ? UnknownOperations.NO_STATEMENT
                    : (int) operations.getLong(i + 3));
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
