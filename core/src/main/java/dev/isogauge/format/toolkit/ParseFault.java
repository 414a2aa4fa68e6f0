package dev.isogauge.format.toolkit;

import dev.isogauge.format.spi.InputException;

/** A fault in one block of an input, with its place in that block; {@link #in} adds the rest. */
public final class ParseFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int line;
  private final int column;

  /** Line from 0 and column from 1, within the block. */
  public ParseFault(int line, int column, String message) {
    super(message, null, false, false);
    this.line = line;
    this.column = column;
  }

  /** The same fault with its place in the input, where the block begins at a line and column. */
  public InputException in(String input, long blockLine, long blockColumn) {
    return new InputException(
        input, blockLine + line, line == 0 ? blockColumn + column - 1 : column, getMessage());
  }
}
