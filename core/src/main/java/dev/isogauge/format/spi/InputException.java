package dev.isogauge.format.spi;

import java.io.IOException;

/** Input that is not a history: where, what was found, and what was expected. */
public final class InputException extends IOException {
  private static final long serialVersionUID = 1;

  private final long line;
  private final long column;
  private final String fault;

  private InputException(String place, String fault, long line, long column) {
    super(place + ": " + fault);
    this.line = line;
    this.column = column;
    this.fault = fault;
  }

  /** A fault of the input as a whole. */
  public InputException(String input, String message) {
    this(input, message, 0, 0);
  }

  /** A fault at a line and column, both counted from 1; the column in bytes. */
  public InputException(String input, long line, long column, String message) {
    this(input + ":" + line + ":" + column, message, line, column);
  }

  /** A fault in a binary input, at a byte counted from 0. */
  public static InputException atByte(String input, long offset, String message) {
    return new InputException(input + ": byte " + offset, message, 0, 0);
  }

  /** The line of the fault, from 1; 0 where it has none. */
  public long line() {
    return line;
  }

  /** The column of the fault in bytes, from 1; 0 where it has none. */
  public long column() {
    return column;
  }

  /** What was found and expected, without the place. */
  public String fault() {
    return fault;
  }

  /** The same fault with a remark at the end. */
  public InputException with(String remark) {
    String place = getMessage().substring(0, getMessage().length() - fault.length() - 2);
    return new InputException(place, fault + " (" + remark + ")", line, column);
  }
}
