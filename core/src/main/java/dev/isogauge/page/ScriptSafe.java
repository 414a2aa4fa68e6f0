package dev.isogauge.page;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Lets JSON in ASCII through to a script element of HTML. A browser looks for the end of the
 * element, and for comments, before anything reads the JSON: so characters that mean something to
 * it are written as escapes. In JSON they only occur within strings.
 */
final class ScriptSafe extends FilterOutputStream {
  private static final byte[] LESS = escape('<');
  private static final byte[] GREATER = escape('>');
  private static final byte[] AND = escape('&');

  /** By byte, whether it may not pass as it is. */
  private static final boolean[] SPECIAL = new boolean[256];

  static {
    SPECIAL['<'] = true;
    SPECIAL['>'] = true;
    SPECIAL['&'] = true;
    Arrays.fill(SPECIAL, 0x80, 0x100, true);
  }

  ScriptSafe(OutputStream out) {
    super(out);
  }

  private static byte[] escape(char c) {
    return ("\\u00" + Integer.toHexString(c)).getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void write(int b) throws IOException {
    switch (b) {
      case '<' -> out.write(LESS);
      case '>' -> out.write(GREATER);
      case '&' -> out.write(AND);
      default -> {
        if (b < 0 || b > 0x7f) {
          throw new IllegalArgumentException("JSON in a page is ASCII, and this is not: " + b);
        }
        out.write(b);
      }
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int begin = offset;
    for (int i = offset; i < offset + length; i++) {
      if (SPECIAL[bytes[i] & 0xff]) {
        out.write(bytes, begin, i - begin);
        write(bytes[i]);
        begin = i + 1;
      }
    }
    out.write(bytes, begin, offset + length - begin);
  }
}
