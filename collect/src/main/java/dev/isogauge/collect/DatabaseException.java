package dev.isogauge.collect;

/** A database cannot be had or used: a message for the user, who can do something about it. */
public class DatabaseException extends Exception {
  private static final long serialVersionUID = 1;

  public DatabaseException(String message) {
    super(message);
  }

  public DatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}
