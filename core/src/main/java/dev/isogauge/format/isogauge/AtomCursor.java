package dev.isogauge.format.isogauge;

import dev.isogauge.format.toolkit.StringCursor;
import dev.isogauge.history.Atoms;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads integers, bare words and quoted strings of Isogauge text as atoms. */
abstract class AtomCursor extends StringCursor {
  // Classes of bytes.
  private static final byte OTHER = 0;
  private static final byte WORD = 1;
  private static final byte WORD_START = 2;
  private static final byte INTEGER_START = 3;
  private static final byte[] CLASSES = classes();

  AtomCursor(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms);
  }

  private static byte[] classes() {
    byte[] classes = new byte[256];
    for (char c : "./".toCharArray()) {
      classes[c] = WORD;
    }
    for (char c = 'A'; c <= 'Z'; c++) {
      classes[c] = WORD_START;
      classes[c + 'a' - 'A'] = WORD_START;
    }
    classes['_'] = WORD_START;
    for (char c = '0'; c <= '9'; c++) {
      classes[c] = INTEGER_START;
    }
    classes['-'] = INTEGER_START;
    return classes;
  }

  /** Whether this bare word stands here. */
  final boolean atWord(String word) {
    int after = position + word.length();
    return after < end && wordEnd() == after && startsWith(position, word);
  }

  private int wordEnd() {
    int at = position;
    while (CLASSES[buffer[at] & 0xFF] != OTHER) {
      at++;
    }
    return at;
  }

  /** A key or a name: any atom but nil. */
  final long name(String expected) {
    int begin = position;
    long atom = atom(expected);
    if (atom == Atoms.NIL) {
      String word = new String(buffer, begin, position - begin, StandardCharsets.UTF_8).strip();
      throw faultAt(
          begin, "found '" + word + "'; expected " + expected + ", which " + word + " cannot be");
    }
    return atom;
  }

  /** A value: any atom or a row. */
  final long value(String expected) {
    if (buffer[position] == ' ') {
      skipBlanks();
    }
    return buffer[position] == '{' ? row() : atom(expected);
  }

  /** Rows recur, so each is looked up by its bytes before it is taken apart. */
  private long row() {
    int begin = position;
    int at = begin;
    int hash = 2;
    while (buffer[at] != '}' && buffer[at] != '"' && buffer[at] != '\n') {
      hash = 31 * hash + buffer[at++];
    }
    if (buffer[at] != '}') {
      // Strings may hold anything, and faults must be found.
      return columns();
    }
    long known = knownAtom(begin, at + 1, hash);
    if (known != UNKNOWN) {
      position = at + 1;
      return known;
    }
    long row = columns();
    return remember(begin, position, hash, row);
  }

  private long columns() {
    SortedMap<String, Long> columns = new TreeMap<>();
    boolean more = open('}');
    while (more) {
      skipBlanks();
      int begin = position;
      String column = atoms.plain(name("a column, as in {balance:5}"));
      expect((byte) ':');
      if (columns.put(column, atom("an integer, a string or nil")) != null) {
        throw faultAt(begin, "found a column twice in a row; expected it once");
      }
      more = hasMore('}');
    }
    return atoms.row(columns);
  }

  /** Moves behind the bracket that stands here; whether anything is in it. */
  final boolean open(char close) {
    position++;
    skipBlanks();
    if (buffer[position] != close) {
      return true;
    }
    position++;
    return false;
  }

  /** Moves behind the ',' or the closing bracket that must follow; whether it was ','. */
  final boolean hasMore(char close) {
    skipBlanks();
    boolean more = buffer[position] == ',';
    if (!more && buffer[position] != close) {
      throw fault("',' or '" + close + "'");
    }
    position++;
    return more;
  }

  /** The next atom, after blanks. */
  final long atom(String expected) {
    byte first = buffer[position];
    if (first == ' ' || first == '\t') {
      skipBlanks();
      first = buffer[position];
    }
    return switch (CLASSES[first & 0xFF]) {
      case INTEGER_START -> number();
      case WORD_START -> word();
      default -> {
        if (first != '"') {
          throw fault(expected);
        }
        yield quoted();
      }
    };
  }

  private long word() {
    int begin = position;
    int at = begin;
    int hash = 0;
    while (CLASSES[buffer[at] & 0xFF] != OTHER) {
      hash = 31 * hash + buffer[at++];
    }
    position = at;
    long known = knownAtom(begin, at, hash);
    if (known != UNKNOWN) {
      return known;
    }
    String text = new String(buffer, begin, at - begin, StandardCharsets.US_ASCII);
    long atom = text.equals("nil") || text.equals("dead") ? Atoms.NIL : atoms.text(text);
    return remember(begin, at, hash, atom);
  }
}
