package dev.isogauge.app.command;

/** A command line that cannot be carried out; the message says what was found and expected. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message);
  }
}
