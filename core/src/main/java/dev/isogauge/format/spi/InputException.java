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

  /**
   * A fault of the input as a whole.
   *
   * @param input the input's name
   * @param message what was found and what was expected
   */
  public InputException(String input, String message) {
    this(input, message, 0, 0);
  }

  /**
   * A fault at a place in a text.
   *
   * @param input the input's name
   * @param line the line, from 1
   * @param column the column in bytes, from 1
   * @param message what was found and what was expected
   */
  public InputException(String input, long line, long column, String message) {
    this(input + ":" + line + ":" + column, message, line, column);
  }

  /**
   * A fault in a binary input.
   *
   * @param input the input's name
   * @param offset the byte, from 0
   * @param message what was found and what was expected
   * @return the exception
   */
  public static InputException atByte(String input, long offset, String message) {
    return new InputException(input + ": byte " + offset, message, 0, 0);
  }

  /**
   * The line of the fault.
   *
   * @return the line, from 1; 0 where it has none
   */
  public long line() {
    return line;
  }

  /**
   * The column of the fault.
   *
   * @return the column in bytes, from 1; 0 where it has none
   */
  public long column() {
    return column;
  }

  /**
   * The message without the place.
   *
   * @return what was found and what was expected
   */
  public String fault() {
    return fault;
  }

  /**
   * The same fault with a remark at its end.
   *
   * @param remark what else a user should know
   * @return a new exception
   */
  public InputException with(String remark) {
    String place = getMessage().substring(0, getMessage().length() - fault.length() - 2);
    return new InputException(place, fault + " (" + remark + ")", line, column);
  }
}
