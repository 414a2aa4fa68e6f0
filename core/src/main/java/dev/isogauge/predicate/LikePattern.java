package dev.isogauge.predicate;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern of LIKE: {@code %} stands for any text, {@code _} for any one character (code point),
 * and a character after the escape character for itself. Capitals matter.
 */
final class LikePattern {
  /** No character: nothing is escaped. */
  static final int NO_ESCAPE = -1;

  // Elements of the pattern: code points, or one of these.
  private static final int ANY_TEXT = -1;
  private static final int ANY_CHARACTER = -2;

  private final int[] elements;

  private LikePattern(int[] elements) {
    this.elements = elements;
  }

  static LikePattern of(String pattern, int escape) {
    List<Integer> elements = new ArrayList<>();
    int[] characters = pattern.codePoints().toArray();
    for (int i = 0; i < characters.length; i++) {
      int c = characters[i];
      if (c == escape) {
        if (++i == characters.length) {
          throw new PredicateException(
              "the pattern '"
                  + pattern
                  + "' ends with its escape character, which escapes nothing");
        }
        elements.add(characters[i]);
      } else if (c == '%') {
        elements.add(ANY_TEXT);
      } else {
        elements.add(c == '_' ? ANY_CHARACTER : c);
      }
    }
    return new LikePattern(elements.stream().mapToInt(Integer::intValue).toArray());
  }

  /** What every text that matches begins with. */
  String prefix() {
    StringBuilder prefix = new StringBuilder();
    for (int i = 0; i < elements.length && elements[i] >= 0; i++) {
      prefix.appendCodePoint(elements[i]);
    }
    return prefix.toString();
  }

  /**
   * Goes through the text once; on a mismatch the last {@code %} takes one character more. Earlier
   * ones never need to, since whatever they could reach the last one can reach as well.
   */
  boolean matches(String text) {
    int at = 0;
    int element = 0;
    int retryElement = -1;
    int retryAt = 0;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      if (element < elements.length && elements[element] == ANY_TEXT) {
        retryElement = ++element;
        retryAt = at;
      } else if (element < elements.length
          && (elements[element] == c || elements[element] == ANY_CHARACTER)) {
        element++;
        at += Character.charCount(c);
      } else if (retryElement >= 0) {
        retryAt += Character.charCount(text.codePointAt(retryAt));
        at = retryAt;
        element = retryElement;
      } else {
        return false;
      }
    }
    while (element < elements.length && elements[element] == ANY_TEXT) {
      element++;
    }
    return element == elements.length;
  }
}
