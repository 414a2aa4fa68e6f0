package dev.isogauge.collect.litmus;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Evaluates the conditions of schedules. */
final class Conditions {
  private static final Pattern COMPARISON = Pattern.compile("value\\s*(<|>|=)\\s*(-?\\d+)");

  private Conditions() {}

  static boolean isMet(String condition, long value) {
    Matcher matcher = COMPARISON.matcher(condition);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(condition);
    }
    int compared = Long.compare(value, Long.parseLong(matcher.group(2)));
    return switch (matcher.group(1)) {
      case "<" -> compared < 0;
      case ">" -> compared > 0;
      default -> compared == 0;
    };
  }
}
