package dev.isogauge.format.toolkit;

/** The escapes of quoted strings, which are those of JSON. */
final class Escapes {
  private static final String EXPECTED =
      "; expected \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hexadecimal digits";

  private Escapes() {}

  /**
   * Replaces the escapes.
   *
   * @throws IllegalArgumentException at something else after a backslash
   */
  static String replace(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        plain.append(c);
        continue;
      }
      char escape = text.charAt(++i);
      switch (escape) {
        case '"', '\\', '/' -> plain.append(escape);
        case 'b' -> plain.append('\b');
        case 'f' -> plain.append('\f');
        case 'n' -> plain.append('\n');
        case 'r' -> plain.append('\r');
        case 't' -> plain.append('\t');
        case 'u' -> {
          plain.append(hexadecimal(text, i + 1));
          i += 4;
        }
        default -> throw new IllegalArgumentException("found '\\" + escape + "'" + EXPECTED);
      }
    }
    return plain.toString();
  }

  private static char hexadecimal(String text, int begin) {
    int code = 0;
    for (int i = begin; i < begin + 4; i++) {
      int digit = i < text.length() ? Character.digit(text.charAt(i), 16) : -1;
      if (digit < 0 || text.charAt(i) > 'f') {
        throw new IllegalArgumentException("found an incomplete '\\u'" + EXPECTED);
      }
      code = 16 * code + digit;
    }
    return (char) code;
  }
}
