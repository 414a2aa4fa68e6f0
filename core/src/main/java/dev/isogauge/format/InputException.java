package dev.isogauge.format;

import java.io.IOException;

/** Input that is not a history: where, what was found, and what was expected. */
public final class InputException extends IOException {
  private static final long serialVersionUID = 1;

  private InputException(String message) {
    super(message);
  }

  /** A fault of the input as a whole. */
  public InputException(String input, String message) {
    this(input + ": " + message);
  }

  /** A fault at a line and column, both counted from 1; the column in bytes. */
  public InputException(String input, long line, long column, String message) {
    this(input + ":" + line + ":" + column + ": " + message);
  }

  /** A fault in a binary input, at a byte counted from 0. */
  public static InputException atByte(String input, long offset, String message) {
    return new InputException(input + ": byte " + offset + ": " + message);
  }

  /** The same fault with a remark at the end. */
  InputException with(String remark) {
    return new InputException(getMessage() + " (" + remark + ")");
  }
}
