package dev.isogauge.app.command;

/** The surroundings failed us, such as a disk that cannot be written. */
public final class EnvironmentException extends Exception {
  private static final long serialVersionUID = 1;

  public EnvironmentException(String message) {
    super(message);
  }
}
