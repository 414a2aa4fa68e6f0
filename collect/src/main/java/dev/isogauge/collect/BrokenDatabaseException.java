package dev.isogauge.collect;

/**
 * What was to be measured is there and does not work; nothing is wrong with what the user asked.
 */
public final class BrokenDatabaseException extends DatabaseException {
  private static final long serialVersionUID = 1;

  /** For the user, in one sentence. */
  public BrokenDatabaseException(String message) {
    super(message);
  }

  /** With the error behind it. */
  public BrokenDatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}
