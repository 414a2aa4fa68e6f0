package dev.isogauge.app.command;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Durations and sizes as people write them: 500ms, 30s, 2m, 1h; 512m, 2g. */
final class Quantities {
  private Quantities() {}

  /** The duration, if the text is one. A unit is required. */
  static Optional<Duration> duration(String text) {
    int digits = leadingDigits(text);
    long millis =
        switch (text.substring(digits)) {
          case "ms" -> 1;
          case "s" -> 1_000;
          case "m", "min" -> 60_000;
          case "h" -> 3_600_000;
          default -> 0;
        };
    return product(text, digits, millis).map(Duration::ofMillis);
  }

  /** The number of bytes, if the text is a size. */
  static Optional<Long> bytes(String text) {
    int digits = leadingDigits(text);
    long factor =
        switch (text.substring(digits).toLowerCase(Locale.ROOT)) {
          case "k", "kb" -> 1L << 10;
          case "m", "mb" -> 1L << 20;
          case "g", "gb" -> 1L << 30;
          default -> 0;
        };
    return product(text, digits, factor);
  }

  private static Optional<Long> product(String text, int digits, long factor) {
    if (digits == 0 || digits > 9 || factor == 0) {
      return Optional.empty();
    }
    long product = Long.parseLong(text.substring(0, digits)) * factor;
    return product == 0 ? Optional.empty() : Optional.of(product);
  }

  private static int leadingDigits(String text) {
    int at = 0;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }
}
