package dev.isogauge.app.serve;

/** A batch that is refused as a whole: where it is wrong, what was found and what was expected. */
final class BadBatchException extends Exception {
  private static final long serialVersionUID = 1;

  private final long line;
  private final long column;

  /** Line and column from 1. */
  BadBatchException(long line, long column, String message) {
    super(message, null, false, false);
    this.line = line;
    this.column = column;
  }

  long line() {
    return line;
  }

  long column() {
    return column;
  }
}
