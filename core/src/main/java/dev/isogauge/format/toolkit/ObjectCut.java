package dev.isogauge.format.toolkit;

import java.util.Arrays;

/**
 * Finds where a buffer that begins between two objects of the outermost level can be cut so that
 * the rest begins between two objects too. The objects, of JSON or EDN, stand in lines, in one
 * array or just behind one another.
 *
 * <p>Scanning all bytes for brackets and strings is exact but costs as much as parsing. So a guess
 * comes first: the last place where an object begins like the first one of the input. It is wrong
 * where an object inside another begins alike, so the parser of the block has to see whether it
 * ends between objects.
 */
final class ObjectCut {
  /** How far from the end of the buffer a guess is looked for. */
  private static final int SEARCHED = 1 << 16;

  private static final int LONGEST_BEGINNING = 64;

  /** Whether a semicolon outside strings begins a comment, as in EDN. */
  private final boolean hasComments;

  /**
   * The first object of the input, with its tag, up to its first field's name; empty if unknown.
   */
  private byte[] beginning = {};

  private boolean isInArray;

  ObjectCut(boolean hasComments) {
    this.hasComments = hasComments;
  }

  /**
   * Learns how objects begin.
   *
   * @return whether the objects stand in one array
   */
  boolean learn(byte[] buffer, int filled) {
    int first = skipBlanks(buffer, 0, filled);
    isInArray = first < filled && (buffer[first] == '[' || buffer[first] == '(');
    if (isInArray) {
      first = skipBlanks(buffer, first + 1, filled);
    }
    int limit = Math.min(filled, first + LONGEST_BEGINNING);
    boolean isInObject = false;
    boolean isInName = false;
    int quotes = 0;
    for (int at = first; at < limit; at++) {
      byte b = buffer[at];
      quotes += b == '"' ? 1 : 0;
      if (quotes == 2 || (isInName && isBlank(b))) {
        beginning = Arrays.copyOfRange(buffer, first, at + 1);
        return isInArray;
      }
      isInName |= isInObject && !isBlank(b);
      isInObject |= b == '{';
    }
    return isInArray;
  }

  private int skipBlanks(byte[] buffer, int from, int filled) {
    int at = from;
    while (at < filled && (isBlank(buffer[at]) || isComment(buffer[at]))) {
      at = isComment(buffer[at]) ? endOfLine(buffer, at, filled) : at + 1;
    }
    return at;
  }

  private boolean isComment(byte b) {
    return b == ';' && hasComments;
  }

  private static int endOfLine(byte[] buffer, int from, int filled) {
    int at = from;
    while (at < filled && buffer[at] != '\n') {
      at++;
    }
    return at;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == '\f' || b == ',';
  }

  /** A place that is likely between two objects, or 0. */
  int guess(byte[] buffer, int filled) {
    int lowest = Math.max(1, filled - SEARCHED);
    for (int at = filled - beginning.length; beginning.length > 0 && at >= lowest; at--) {
      if (buffer[at] == beginning[0]
          && Arrays.equals(buffer, at, at + beginning.length, beginning, 0, beginning.length)
          && followsObject(buffer, at)) {
        return hasComments && isInComment(buffer, at) ? 0 : at;
      }
    }
    return 0;
  }

  private static boolean followsObject(byte[] buffer, int place) {
    int at = place - 1;
    while (at >= 0 && isBlank(buffer[at])) {
      at--;
    }
    return at >= 0 && buffer[at] == '}';
  }

  /** Whether that is possible; a semicolon may also stand in a string. */
  private static boolean isInComment(byte[] buffer, int place) {
    for (int at = place - 1; at >= 0 && buffer[at] != '\n'; at--) {
      if (buffer[at] == ';') {
        return true;
      }
    }
    return false;
  }

  /**
   * The end of the last object of the outermost level, or 0.
   *
   * @param isFirst whether the buffer is the beginning of the input
   */
  int scan(byte[] buffer, int filled, boolean isFirst) {
    int depth = 0;
    int cut = 0;
    boolean isBeforeArray = isFirst && isInArray;
    for (int at = 0; at < filled; at++) {
      switch (buffer[at]) {
        case '"' -> at = endOfString(buffer, at, filled);
        case ';' -> at = hasComments ? endOfLine(buffer, at, filled) : at;
        case '\\' -> at++;
        case '[', '(', '{' -> {
          // The array around all objects is not a level of its own.
          depth += isBeforeArray ? 0 : 1;
          isBeforeArray = false;
        }
        case ']', ')', '}' -> {
          depth = Math.max(0, depth - 1);
          cut = depth == 0 && buffer[at] == '}' ? at + 1 : cut;
        }
        default -> {}
      }
    }
    return cut;
  }

  private static int endOfString(byte[] buffer, int quote, int filled) {
    int at = quote + 1;
    while (at < filled && buffer[at] != '"') {
      at += buffer[at] == '\\' ? 2 : 1;
    }
    return at;
  }
}
