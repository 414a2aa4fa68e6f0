package dev.isogauge.format.jepsen;

import dev.isogauge.format.toolkit.ObjectCut;
import java.util.Arrays;

/**
 * Cuts operations, of EDN or JSON, that stand in lines, in one vector or just behind one another.
 * The guess looks for the last place where a map begins like the first one of the input; it is
 * wrong where a map inside another begins alike.
 */
final class OperationCut implements ObjectCut {
  /** How far from the end of the buffer a guess is looked for. */
  private static final int SEARCHED = 1 << 16;

  private static final int LONGEST_BEGINNING = 64;

  /** The first map of the input, with its tag, up to its first field's name; empty if unknown. */
  private byte[] beginning = {};

  private boolean isInArray;

  @Override
  public boolean learn(byte[] buffer, int filled) {
    int first = skipBlanks(buffer, 0, filled);
    isInArray = first < filled && EdnCursor.opensSequence(buffer[first]);
    if (isInArray) {
      first = skipBlanks(buffer, first + 1, filled);
    }
    int limit = Math.min(filled, first + LONGEST_BEGINNING);
    boolean isInMap = false;
    int quotes = 0;
    for (int at = first; at < limit; at++) {
      byte b = buffer[at];
      quotes += b == '"' ? 1 : 0;
      if (isInMap && (isBlank(b) || quotes == 2)) {
        beginning = Arrays.copyOfRange(buffer, first, at + 1);
        return isInArray;
      }
      isInMap |= b == '{';
    }
    return isInArray;
  }

  private static int skipBlanks(byte[] buffer, int from, int filled) {
    int at = from;
    while (at < filled && (isBlank(buffer[at]) || buffer[at] == ';')) {
      at = buffer[at] == ';' ? endOfLine(buffer, at, filled) : at + 1;
    }
    return at;
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

  @Override
  public int guess(byte[] buffer, int filled) {
    int lowest = Math.max(1, filled - SEARCHED);
    for (int at = filled - beginning.length; beginning.length > 0 && at >= lowest; at--) {
      if (buffer[at] == beginning[0]
          && Arrays.equals(buffer, at, at + beginning.length, beginning, 0, beginning.length)
          && followsMap(buffer, at)) {
        return isInComment(buffer, at) ? 0 : at;
      }
    }
    return 0;
  }

  private static boolean followsMap(byte[] buffer, int place) {
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

  @Override
  public int scan(byte[] buffer, int filled, boolean isFirst) {
    int depth = 0;
    int cut = 0;
    boolean isBeforeArray = isFirst && isInArray;
    for (int at = 0; at < filled; at++) {
      switch (buffer[at]) {
        case '"' -> at = endOfString(buffer, at, filled);
        case ';' -> at = endOfLine(buffer, at, filled);
        case '\\' -> at++;
        case '[', '(', '{' -> {
          // The vector around all operations is no level of its own.
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
