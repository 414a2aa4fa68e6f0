package dev.isogauge.recorder.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A text of PostgreSQL with parameters in the place of its literals, so that texts that differ in
 * these only are understood once. Texts in which it is not plain what is a literal have none.
 */
final class Literals {
  private static final int MOST_DIGITS = 17;

  private final String text;
  private final StringBuilder shape;
  private final List<Object> values = new ArrayList<>();

  /** By literal where it ends in the shape, and how much further that is in the text. */
  private int[] ends = new int[8];

  private int[] shifts = new int[8];
  private int at;

  private Literals(String text) {
    this.text = text;
    this.shape = new StringBuilder(text.length() + 16);
  }

  static Optional<Literals> of(String text) {
    Literals literals = new Literals(text);
    return literals.read() && !literals.values.isEmpty() ? Optional.of(literals) : Optional.empty();
  }

  /** A text for people, the same for all that differ in literals only, as far as that is plain. */
  static String shape(String text) {
    Optional<Literals> literals = of(text);
    return literals.isPresent() ? literals.get().shape() : text;
  }

  String shape() {
    return shape.toString();
  }

  List<Object> values() {
    return values;
  }

  /** Where a place of the shape, at the edge of a token, is in the text. */
  int place(int ofShape) {
    int shift = 0;
    for (int i = 0; i < values.size() && ends[i] <= ofShape; i++) {
      shift = shifts[i];
    }
    return ofShape + shift;
  }

  private static boolean isWord(char c) {
    return c < 0x80
        ? (c >= 'a' && c <= 'z')
            || (c >= 'A' && c <= 'Z')
            || (c >= '0' && c <= '9')
            || c == '_'
            || c == '$'
        : Character.isJavaIdentifierPart(c);
  }

  /** False where something is not plain. */
  private boolean read() {
    char before = ' ';
    while (at < text.length()) {
      char c = text.charAt(at);
      char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
      boolean isLiteral = c == '\'' || (c >= '0' && c <= '9' && !isWord(before));
      if (c == '$' || c == '\\' || c == '?' || (c == '-' && next == '-')) {
        return false;
      } else if (c == '/' && next == '*') {
        return false;
      } else if (isLiteral) {
        boolean isPlain = before != '.' && (c == '\'' ? !isWord(before) && string() : number());
        if (!isPlain) {
          return false;
        }
        before = '$';
      } else if (c == '"') {
        int end = text.indexOf('"', at + 1);
        if (end < 0) {
          return false;
        }
        shape.append(text, at, end + 1);
        at = end + 1;
        before = '"';
      } else {
        shape.append(c);
        before = c;
        at++;
      }
    }
    return true;
  }

  private boolean string() {
    int end = text.indexOf('\'', at + 1);
    boolean isWhole = end > 0 && (end + 1 == text.length() || text.charAt(end + 1) != '\'');
    String content = isWhole ? text.substring(at + 1, end) : "\\";
    if (content.indexOf('\\') >= 0) {
      return false;
    }
    add(content, end + 1);
    return true;
  }

  private boolean number() {
    int end = at;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    boolean isInteger =
        end - at <= MOST_DIGITS
            && (end == text.length() || !(isWord(text.charAt(end)) || text.charAt(end) == '.'));
    if (isInteger) {
      add(Long.valueOf(text.substring(at, end)), end);
    }
    return isInteger;
  }

  private void add(Object value, int end) {
    int number = values.size();
    if (number == ends.length) {
      ends = Arrays.copyOf(ends, number * 2);
      shifts = Arrays.copyOf(shifts, number * 2);
    }
    values.add(value);
    shape.append('$').append(number + 1);
    ends[number] = shape.length();
    shifts[number] = end - shape.length();
    at = end;
  }
}
