package dev.isogauge.format;

import java.util.Optional;

/**
 * The first object or map of a text that begins with one, or with an array or vector of them. The
 * text, JSON or EDN, may be cut off anywhere.
 *
 * @param isMap whether it is a map of EDN: its first field is a keyword
 * @param fields its text without the collections in it
 */
record FirstObject(boolean isMap, String fields) {
  static Optional<FirstObject> of(String text) {
    int at = skipBlanks(text, 0);
    if (at < text.length() && (text.charAt(at) == '[' || text.charAt(at) == '(')) {
      at = skipBlanks(text, at + 1);
    }
    if (at < text.length() && text.charAt(at) == '#') {
      while (at < text.length() && text.charAt(at) != '{' && text.charAt(at) > ' ') {
        at++;
      }
      at = skipBlanks(text, at);
    }
    if (at == text.length() || text.charAt(at) != '{') {
      return Optional.empty();
    }
    int field = skipBlanks(text, at + 1);
    boolean isMap = field < text.length() && text.charAt(field) == ':';
    return Optional.of(new FirstObject(isMap, fields(text, at)));
  }

  /** EDN has comments, and its commas are blanks. */
  private static int skipBlanks(String text, int from) {
    int at = from;
    boolean isComment = false;
    while (at < text.length()) {
      char c = text.charAt(at);
      isComment = isComment ? c != '\n' : c == ';';
      if (!isComment && !Character.isWhitespace(c) && c != ',') {
        return at;
      }
      at++;
    }
    return at;
  }

  private static String fields(String text, int begin) {
    StringBuilder fields = new StringBuilder();
    int depth = 0;
    for (int i = begin; i < text.length(); i++) {
      int from = i;
      switch (text.charAt(i)) {
        case '{', '[', '(' -> depth++;
        case '}', ']', ')' -> depth--;
        case '"' -> i = endOfString(text, i);
        default -> {}
      }
      if (depth == 0) {
        break;
      }
      if (depth == 1) {
        fields.append(text, from, Math.min(text.length(), i + 1));
      }
    }
    return fields.toString();
  }

  private static int endOfString(String text, int quote) {
    int i = quote + 1;
    while (i < text.length() && text.charAt(i) != '"') {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    return i;
  }
}
