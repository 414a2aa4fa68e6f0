package dev.isogauge.format.timekiller;

import dev.isogauge.format.toolkit.ParseFault;
import dev.isogauge.format.toolkit.StringCursor;
import dev.isogauge.history.Atoms;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/**
 * Tokens of JSON, read from bytes. The byte behind the block is zero, which is no part of JSON, so
 * that a block that ends too early is noticed like any other fault.
 */
abstract class JsonBytes extends StringCursor {
  private static final int DEEPEST = 1000;

  JsonBytes(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms);
  }

  /** Moves to the next byte that is no white space and returns it. */
  final byte peek() {
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

  static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /** Moves behind a byte that must stand here, after white space. */
  final void pass(char wanted, String expected) {
    if (peek() != wanted) {
      throw fault(expected);
    }
    position++;
  }

  /** Moves behind the opening bracket; whether anything stands before the closing one. */
  final boolean enter(char open, char close, String expected) {
    pass(open, expected);
    if (peek() != close) {
      return true;
    }
    position++;
    return false;
  }

  /** Moves behind a comma, or behind the closing bracket: then there is nothing more. */
  final boolean hasMore(char close) {
    byte next = peek();
    if (next != ',' && next != close) {
      throw fault("',' or '" + close + "'");
    }
    position++;
    return next == ',';
  }

  final boolean isNumber(byte first) {
    return first == '-' || (first >= '0' && first <= '9');
  }

  /** Whether null stands here; it is passed then. */
  final boolean passNull() {
    return peek() == 'n' && passWord("null");
  }

  private boolean passWord(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (buffer[position + i] != word.charAt(i)) {
        return false;
      }
    }
    position += word.length();
    return true;
  }

  /** The text of the string that stands here. */
  final String string(String expected) {
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
  final void skipValue() {
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
      throw fault("a field's name in double quotes");
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
    return (b >= '0' && b <= '9') || b == '.' || b == 'e' || b == 'E' || b == '+' || b == '-';
  }
}
