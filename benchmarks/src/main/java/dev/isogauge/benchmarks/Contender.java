package dev.isogauge.benchmarks;

import java.nio.file.Path;
import java.util.Locale;

/**
 * A checker that takes part, as a shell command with {@code {file}} and {@code {level}}, which
 * becomes rc, ra or cc; {@code {LEVEL}} becomes RC, RA or CC.
 */
record Contender(String name, String template) {

  /**
   * Reads {@code NAME=COMMAND}.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  static Contender parse(String text) {
    int equals = text.indexOf('=');
    if (equals <= 0 || !text.contains("{file}")) {
      throw new IllegalArgumentException(
          "'" + text + "'; expected NAME=COMMAND with {file} and {level} in the command");
    }
    return new Contender(text.substring(0, equals).strip(), text.substring(equals + 1).strip());
  }

  /** Isogauge as a user calls it, launcher and start-up included. */
  static Contender isogauge(Path root, String output) {
    return new Contender(
        "isogauge", quoted(root.resolve("isogauge")) + " check {file} --level {level} " + output);
  }

  String command(Path file, String level) {
    return template
        .replace("{file}", quoted(file))
        .replace("{level}", level)
        .replace("{LEVEL}", level.toUpperCase(Locale.ROOT));
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("'", "'\\''") + "'";
  }
}
