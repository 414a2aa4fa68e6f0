package dev.isogauge.flink;

/** Options that make no job; the message says what was found and what was expected. */
public final class OptionException extends Exception {
  private static final long serialVersionUID = 1;

  OptionException(String message) {
    super(message);
  }
}
