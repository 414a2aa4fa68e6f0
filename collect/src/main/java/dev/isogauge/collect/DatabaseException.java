package dev.isogauge.collect;

/** A database cannot be started or used. The message is for the user, who can act on it. */
public class DatabaseException extends Exception {
  private static final long serialVersionUID = 1;

  /** For the user, in one sentence. */
  public DatabaseException(String message) {
    super(message);
  }

  /** With the error behind it. */
  public DatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}
