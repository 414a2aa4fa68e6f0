package dev.isogauge.app;

/** A command line that cannot be carried out; the message says what was found and expected. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
