package dev.isogauge.text;

/** Makes text that came from outside harmless to show. */
public final class Printable {
  private static final int LONGEST_NAME = 64;
  private static final int KEPT_IN_FRONT = 44;
  private static final int KEPT_AT_END = 16;

  private Printable() {}

  /**
   * The text with every character that a terminal or editor acts upon, and every unpaired
   * surrogate, written as {@code \}{@code uXXXX}: control characters, line separators, and format
   * characters such as those that reverse the writing direction.
   */
  public static String escape(String text) {
    if (isPlain(text) || text.codePoints().noneMatch(Printable::isHarmful)) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if (!isHarmful(c)) {
                escaped.appendCodePoint(c);
              } else {
                for (char unit : Character.toChars(c)) {
                  escaped.append(String.format("\\u%04x", (int) unit));
                }
              }
            });
    return escaped.toString();
  }

  /** Whether all of it is printable ASCII, as nearly all names are. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  /** The text, its middle left out if it is long, made harmless. */
  public static String name(String text) {
    if (text.length() <= LONGEST_NAME || text.codePointCount(0, text.length()) <= LONGEST_NAME) {
      return escape(text);
    }
    int front = text.offsetByCodePoints(0, KEPT_IN_FRONT);
    int end = text.offsetByCodePoints(text.length(), -KEPT_AT_END);
    return escape(text.substring(0, front)) + "…" + escape(text.substring(end));
  }

  private static boolean isHarmful(int c) {
    if ((c & 0xfffe) == 0xfffe) {
      return true; // Not a character at all; XML refuses it.
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }
}
