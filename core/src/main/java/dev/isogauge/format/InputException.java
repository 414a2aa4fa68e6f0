package dev.isogauge.format;

import java.io.IOException;

/** Input that is not a history: where, what was found, and what was expected. */
public final class InputException extends IOException {
  private static final long serialVersionUID = 1;

  /** A fault of the input as a whole. */
  public InputException(String input, String message) {
    super(input + ": " + message);
  }

  /** A fault at a line and column, both counted from 1; the column in bytes. */
  public InputException(String input, long line, long column, String message) {
    super(input + ":" + line + ":" + column + ": " + message);
  }
}
