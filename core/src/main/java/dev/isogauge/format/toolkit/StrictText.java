package dev.isogauge.format.toolkit;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Unicode text that survives being written and read again. */
public final class StrictText {
  private StrictText() {}

  /** Decodes UTF-8 and refuses what is not. */
  public static String decode(byte[] buffer, int begin, int end) throws CharacterCodingException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(buffer, begin, end - begin))
        .toString();
  }

  /**
   * Refuses a lone surrogate, which escapes can express and UTF-8 cannot.
   *
   * @throws IllegalArgumentException saying so
   */
  public static void check(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (Character.charCount(text.codePointAt(i)) == 1) {
          throw new IllegalArgumentException(
              String.format(
                  "found half of a character, \\u%04x; expected both surrogates",
                  (int) text.charAt(i)));
        }
        i++;
      }
    }
  }
}
