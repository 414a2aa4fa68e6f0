package dev.isogauge.history;

/** Raw operations that cannot be a history; says where they are in the input. */
public final class HistoryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final long line;

  HistoryException(long line, String message) {
    super(message);
    this.line = line;
  }

  /** The line of the input, from 1, if the input has lines. */
  public long line() {
    return line;
  }
}
