package dev.isogauge.app.command;

/** The environment failed, for example a disk that cannot be written. */
public final class EnvironmentException extends Exception {
  private static final long serialVersionUID = 1;

  public EnvironmentException(String message) {
    super(message);
  }
}
