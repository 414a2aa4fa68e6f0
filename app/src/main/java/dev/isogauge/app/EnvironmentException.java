package dev.isogauge.app;

/** The surroundings failed us, such as a disk that cannot be written. */
final class EnvironmentException extends Exception {
  private static final long serialVersionUID = 1;

  EnvironmentException(String message) {
    super(message);
  }
}
