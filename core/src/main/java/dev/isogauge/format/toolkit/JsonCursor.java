package dev.isogauge.format.toolkit;

import dev.isogauge.history.Atoms;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/**
 * Tokens of JSON, read from bytes. Where values span lines the byte behind the block is zero,
 * otherwise the block ends with a line end; neither is part of JSON then, so a block that ends too
 * early is noticed like any other fault.
 */
public abstract class JsonCursor extends ObjectCursor {
  /** What is expected in an object. */
  protected static final String FIELD = "a field's name in double quotes";

  private static final int DEEPEST = 1000;

  private final boolean spansLines;

  /**
   * @param spansLines whether a line end is white space
   */
  protected JsonCursor(byte[] buffer, int end, Atoms atoms, boolean spansLines) {
    super(buffer, end, atoms);
    this.spansLines = spansLines;
  }

  /** Moves to the next byte that is not white space and returns it. */
  @Override
  protected final byte peek() {
    byte next = buffer[position];
    while (next <= ' ' && isSpace(next)) {
      position++;
      if (next == '\n') {
        line++;
        lineBegin = position;
      }
      next = buffer[position];
    }
    return next;
  }

  private boolean isSpace(byte b) {
    return b == ' ' || (b == '\n' && spansLines) || b == '\r' || b == '\t';
  }

  /** Moves behind a byte that must stand here, after white space. */
  protected final void pass(char wanted, String expected) {
    if (peek() != wanted) {
      throw fault(expected);
    }
    position++;
  }

  /** Moves behind the opening bracket; whether anything stands before the closing one. */
  protected final boolean enter(char open, char close, String expected) {
    pass(open, expected);
    if (peek() != close) {
      return true;
    }
    position++;
    return false;
  }

  /** Moves behind a comma, or behind the closing bracket: then there is nothing more. */
  protected final boolean hasMore(char close) {
    byte next = peek();
    if (next != ',' && next != close) {
      throw fault("',' or '" + close + "'");
    }
    position++;
    return next == ',';
  }

  private static boolean isNumber(byte first) {
    return first == '-' || isDigit(first);
  }

  /** Whether null stands here; it is passed then. */
  protected final boolean passNull() {
    return peek() == 'n' && passWord("null");
  }

  /** Moves behind the bracket that must close an array here. */
  protected final void closeArray(String array) {
    byte next = peek();
    if (next != ']') {
      if (next == ',') {
        position++;
        peek();
      }
      throw fault("the end of " + array);
    }
    position++;
  }

  /** Moves behind the name of a field and its colon, and returns the name. */
  protected final String fieldName() {
    String name = string(FIELD);
    pass(':', "':'");
    return name;
  }

  /** The atom of the integer or string that stands here, which is a key or a name. */
  protected final long name(String expected) {
    return peek() == '"' ? quoted() : integer(expected, ", a string or an integer");
  }

  /** The atom of the integer that stands here, as JSON writes it. */
  protected final long integer(String expected, String kind) {
    byte first = peek();
    if (first > '0' && first <= '9') {
      int begin = position;
      long atom = number();
      byte next = buffer[position];
      if (next == ',' || next == '}' || next == ']') {
        return atom;
      }
      position = begin;
    }
    return rareInteger(first, expected, kind);
  }

  /** One that is negative, zero or in front of white space, or something else. */
  private long rareInteger(byte first, String expected, String kind) {
    if (!isNumber(first)) {
      throw fault(expected + kind);
    }
    int begin = position;
    long atom = number();
    int digits = first == '-' ? begin + 1 : begin;
    boolean hasLeadingZero = buffer[digits] == '0' && position > digits + 1;
    if (hasLeadingZero || isPartOfNumber(buffer[position])) {
      position = begin;
      throw fault(expected + kind);
    }
    return atom;
  }

  private boolean passWord(String word) {
    if (!startsWith(position, word)) {
      return false;
    }
    position += word.length();
    return true;
  }

  /** The text of the string that stands here. */
  protected final String string(String expected) {
    if (peek() != '"') {
      throw fault(expected);
    }
    int begin = position + 1;
    int close = skipString();
    for (int i = begin; i < close; i++) {
      if (buffer[i] == '\\' || buffer[i] < 0) {
        return unescape(begin, close);
      }
    }
    return new String(buffer, begin, close - begin, StandardCharsets.US_ASCII);
  }

  /** Moves behind the string that begins here and returns the place of its last quote. */
  private int skipString() {
    int at = position + 1;
    while (buffer[at] != '"') {
      if (buffer[at] >= 0 && buffer[at] < ' ') {
        position = at;
        throw fault("'\"' at the end of the string, and escapes for control characters");
      }
      at += buffer[at] == '\\' && (buffer[at + 1] & 0xFF) >= ' ' ? 2 : 1;
    }
    position = at + 1;
    return at;
  }

  /** Moves behind any value. */
  protected final void skipValue() {
    BitSet isObject = new BitSet();
    int depth = 0;
    while (true) {
      byte first = peek();
      if (first == '{' || first == '[') {
        if (depth == DEEPEST) {
          throw tooDeep();
        }
        boolean object = first == '{';
        isObject.set(depth, object);
        if (enter((char) first, object ? '}' : ']', "a value")) {
          depth++;
          if (object) {
            skipFieldName();
          }
          continue;
        }
      } else {
        skipScalar(first);
      }
      while (depth > 0 && !hasMore(isObject.get(depth - 1) ? '}' : ']')) {
        depth--;
      }
      if (depth == 0) {
        return;
      }
      if (isObject.get(depth - 1)) {
        skipFieldName();
      }
    }
  }

  private ParseFault tooDeep() {
    return faultAt(
        position,
        "found arrays and objects nested too deeply; expected at most "
            + DEEPEST
            + " in each other");
  }

  private void skipFieldName() {
    if (peek() != '"') {
      throw fault(FIELD);
    }
    skipString();
    pass(':', "':'");
  }

  private void skipScalar(byte first) {
    if (first == '"') {
      skipString();
    } else if (isNumber(first)) {
      do {
        position++;
      } while (isPartOfNumber(buffer[position]));
    } else if (!passWord("null") && !passWord("true") && !passWord("false")) {
      throw fault("a value");
    }
  }

  private static boolean isPartOfNumber(byte b) {
    return isDigit(b) || b == '.' || b == 'e' || b == 'E' || b == '+' || b == '-';
  }

  @Override
  protected final String found() {
    return switch (position < end ? buffer[position] : 0) {
      case '{' -> "an object";
      case '[' -> "an array";
      case '}' -> "the end of the object";
      case ']' -> "the end of the array";
      case '"' -> '"' + printable(shownString()) + '"';
      case 'n', 't', 'f', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> word();
      default -> super.found();
    };
  }

  private String shownString() {
    int close = position + 1;
    while (buffer[close] != '"' && (buffer[close] & 0xFF) >= ' ') {
      close += buffer[close] == '\\' && (buffer[close + 1] & 0xFF) >= ' ' ? 2 : 1;
    }
    return new String(buffer, position + 1, close - position - 1, StandardCharsets.UTF_8);
  }

  private String word() {
    int after = position;
    while (isPartOfNumber(buffer[after]) || (buffer[after] >= 'a' && buffer[after] <= 'z')) {
      after++;
    }
    return printable(new String(buffer, position, after - position, StandardCharsets.US_ASCII));
  }
}
