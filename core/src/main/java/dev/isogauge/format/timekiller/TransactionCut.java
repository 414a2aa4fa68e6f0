package dev.isogauge.format.timekiller;

import dev.isogauge.format.toolkit.ObjectCut;
import java.util.Arrays;

/**
 * Cuts arrays of transactions, or lines of them. The guess looks for the last place where an object
 * begins like the first one of the input; it is wrong where an object inside another begins alike.
 */
final class TransactionCut implements ObjectCut {
  /** How far from the end of the buffer a guess is looked for. */
  private static final int SEARCHED = 1 << 16;

  private static final int LONGEST_BEGINNING = 64;

  /** The first object of the input up to the end of its first field's name; empty if unknown. */
  private byte[] beginning = {};

  @Override
  public boolean learn(byte[] buffer, int filled) {
    learnBeginning(buffer, filled);
    int first = 0;
    while (first < filled && JsonBytes.isSpace(buffer[first])) {
      first++;
    }
    return first < filled && buffer[first] == '[';
  }

  private void learnBeginning(byte[] buffer, int filled) {
    int brace = 0;
    while (brace < filled && buffer[brace] != '{') {
      brace++;
    }
    int quotes = 0;
    for (int i = brace; i < Math.min(filled, brace + LONGEST_BEGINNING); i++) {
      quotes += buffer[i] == '"' ? 1 : 0;
      if (quotes == 2) {
        beginning = Arrays.copyOfRange(buffer, brace, i + 1);
        return;
      }
    }
  }

  @Override
  public int guess(byte[] buffer, int filled) {
    if (beginning.length == 0) {
      return 0;
    }
    int lowest = Math.max(1, filled - SEARCHED);
    for (int at = filled - beginning.length; at >= lowest; at--) {
      if (buffer[at] == '{'
          && Arrays.equals(buffer, at, at + beginning.length, beginning, 0, beginning.length)
          && followsObject(buffer, at)) {
        return at;
      }
    }
    return 0;
  }

  private static boolean followsObject(byte[] buffer, int place) {
    int at = beforeSpace(buffer, place - 1);
    if (at >= 0 && buffer[at] == ',') {
      at = beforeSpace(buffer, at - 1);
    }
    return at >= 0 && buffer[at] == '}';
  }

  private static int beforeSpace(byte[] buffer, int from) {
    int at = from;
    while (at >= 0 && JsonBytes.isSpace(buffer[at])) {
      at--;
    }
    return at;
  }

  @Override
  public int scan(byte[] buffer, int filled, boolean isFirst) {
    int depth = 0;
    int cut = 0;
    boolean isBeforeArray = isFirst;
    for (int at = 0; at < filled; at++) {
      switch (buffer[at]) {
        case '"' -> at = endOfString(buffer, at, filled);
        case '[' -> {
          // The array around all objects is no level of its own.
          depth += isBeforeArray ? 0 : 1;
          isBeforeArray = false;
        }
        case '{' -> {
          isBeforeArray = false;
          cut = depth == 0 ? at : cut;
          depth++;
        }
        case ']', '}' -> depth = Math.max(0, depth - 1);
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
