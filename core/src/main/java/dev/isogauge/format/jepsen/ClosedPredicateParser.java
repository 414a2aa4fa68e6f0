package dev.isogauge.format.jepsen;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.RawPredicates;

/**
 * Parses what Elle's closed-predicate workload adds: maps of keys and values, and predicates over
 * the values of all keys, which become SQL conditions on the column {@code value}.
 *
 * <pre>
 *   :true        1 = 1
 *   [:= 3]       value = 3
 *   [:mod 2 1]   value % 2 = 1
 * </pre>
 */
abstract class ClosedPredicateParser extends EdnCursor {
  private static final String PREDICATE = "a predicate: :true, [:= 3] or [:mod 2 1]";
  private static final String ROWS = "the keys and values that matched: {1 3, 2 5}";
  private static final int LONGEST_INTEGER = 18;

  ClosedPredicateParser(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms);
  }

  /** {@code {k v, ...}}: the state that a history begins with, as writes. */
  final void initialState(RawBlock block) {
    forEachEntry("the initial state: {1 3, 2 5}", block::write);
  }

  /** The rest of {@code [:rp predicate rows]}; a result of nil is none. */
  final void predicateRead(byte close, boolean isKnown, RawBlock block) {
    long condition = atoms.text(condition());
    boolean hasRows = peek() == '{';
    if (hasRows && isKnown) {
      RawPredicates read = block.predicateRead(Atoms.NO_NAME, condition);
      read.rows();
      forEachEntry(ROWS, read::row);
    } else if (peek() != close) {
      int begin = position;
      if (hasRows) {
        skipValue();
      } else if (scalar(ROWS) != Atoms.NIL) {
        position = begin;
        throw fault(ROWS + ", or nil");
      }
    }
  }

  private String condition() {
    if (!opensSequence(peek())) {
      int begin = position;
      if (word(PREDICATE).equals("true")) {
        return "1 = 1";
      }
      position = begin;
      throw fault(PREDICATE);
    }
    byte close = enterSequence(PREDICATE);
    int begin = position;
    String operator = word(PREDICATE);
    String condition =
        switch (operator) {
          case "=" -> "value = " + operand();
          case "mod" -> "value % " + operand() + " = " + operand();
          default -> {
            position = begin;
            throw fault(PREDICATE);
          }
        };
    if (hasMore(close)) {
      throw fault("'" + (char) close + "' at the end of a predicate");
    }
    return condition;
  }

  private String operand() {
    peek();
    int begin = position;
    long atom = scalar("an integer");
    if (!atoms.isInteger(atom)) {
      position = begin;
      throw fault("an integer");
    }
    return atoms.token(atom);
  }

  /** What is done with a key and its value. */
  private interface Entry {
    void accept(long key, long value);
  }

  private void forEachEntry(String expected, Entry action) {
    if (peek() != '{') {
      throw fault(expected);
    }
    position++;
    boolean isJson = peek() == '"';
    while (hasMore((byte) '}')) {
      long key = scalar("a key");
      if (isJson) {
        key = asInteger(key);
        passColon();
      }
      action.accept(key, scalar("a value"));
    }
  }

  /** In JSON the keys of a map are strings even where other places have integers. */
  private long asInteger(long key) {
    String text = atoms.isInteger(key) ? "" : atoms.plain(key);
    return text.matches("-?[0-9]{1," + LONGEST_INTEGER + "}")
        ? atoms.integer(Long.parseLong(text))
        : key;
  }
}
