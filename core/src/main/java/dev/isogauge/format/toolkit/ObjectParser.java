package dev.isogauge.format.toolkit;

/** Parses one block of objects and keeps what it found. */
public interface ObjectParser {
  /** Which part of the document a block is. */
  record Part(boolean isFirst, boolean isLast, boolean isInArray) {}

  /**
   * Parses the whole block.
   *
   * @throws ParseFault at the first fault
   */
  void parse(Part part);

  /** Whether the block held the end of the array. */
  boolean isClosed();

  /** Whether the block ended before what was begun in it. */
  boolean ranOut();

  /** How many line ends were passed. */
  int lines();

  /** How many bytes were passed since the last line end. */
  int lastLineLength();
}
