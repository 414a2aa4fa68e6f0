package dev.isogauge.explain;

import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Fills in a line of {@link dev.isogauge.anomaly.Sentences}: text, names in braces, and
 * alternatives in brackets, which nest. A line whose name nothing has is no line.
 */
final class SentenceTemplate {
  private final String text;
  private final Function<String, Optional<String>> names;
  private int at;

  private SentenceTemplate(String text, Function<String, Optional<String>> names) {
    this.text = text;
    this.names = names;
  }

  /** The line with what the names stand for; empty if one stands for nothing. */
  static Optional<String> fill(String text, Function<String, Optional<String>> names) {
    return new SentenceTemplate(text, names).sequence(true);
  }

  /** Up to the end, or to the end of an alternative; what is not wanted is only skipped. */
  private Optional<String> sequence(boolean wanted) {
    StringBuilder filled = new StringBuilder();
    boolean fits = wanted;
    while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ']') {
      char c = text.charAt(at++);
      if (c == '{') {
        int end = text.indexOf('}', at);
        Optional<String> named = fits ? names.apply(text.substring(at, end)) : Optional.empty();
        named.ifPresent(filled::append);
        fits &= named.isPresent();
        at = end + 1;
      } else if (c == '[') {
        filled.append(alternatives(fits));
      } else {
        filled.append(c);
      }
    }
    return fits ? Optional.of(filled.toString()) : Optional.empty();
  }

  private String alternatives(boolean wanted) {
    char join = text.charAt(at) == ';' || text.charAt(at) == '&' ? text.charAt(at++) : '|';
    List<String> fitting = new ArrayList<>();
    do {
      boolean isWanted = wanted && (join != '|' || fitting.isEmpty());
      sequence(isWanted).ifPresent(fitting::add);
    } while (text.charAt(at++) == '|');
    return join == '&' ? Words.list(fitting) : String.join("; ", fitting);
  }
}
