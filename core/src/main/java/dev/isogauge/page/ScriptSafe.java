package dev.isogauge.page;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Lets JSON in ASCII through to a script element of HTML. A browser looks for the end of the
 * element, and for comments, before anything reads the JSON: so characters that mean something to
 * it are written as escapes. In JSON they only occur within strings.
 */
final class ScriptSafe extends FilterOutputStream {
  private static final byte[] LESS = escape('<');
  private static final byte[] GREATER = escape('>');
  private static final byte[] AND = escape('&');

  ScriptSafe(OutputStream out) {
    super(out);
  }

  private static byte[] escape(char c) {
    return String.format("\\u%04x", (int) c).getBytes(StandardCharsets.US_ASCII);
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
      byte b = bytes[i];
      if (b == '<' || b == '>' || b == '&' || b < 0) {
        out.write(bytes, begin, i - begin);
        write(b);
        begin = i + 1;
      }
    }
    out.write(bytes, begin, offset + length - begin);
  }
}
