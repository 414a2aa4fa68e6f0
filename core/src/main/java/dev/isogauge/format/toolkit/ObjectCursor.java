package dev.isogauge.format.toolkit;

import dev.isogauge.history.Atoms;

/** What parsers of objects, of JSON and EDN, have in common; {@link ObjectParser} asks for it. */
public abstract class ObjectCursor extends StringCursor {
  private boolean isClosed;

  protected ObjectCursor(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms);
  }

  /** Moves to the next byte that is part of a value or a bracket and returns it. */
  protected abstract byte peek();

  /** Moves behind the bracket that closes the array around all objects; blanks may follow. */
  protected final void closeDocument() {
    isClosed = true;
    position++;
    peek();
    if (position < end) {
      throw fault("the end of the input after ']'");
    }
  }

  /** Whether the block held the end of the array around all objects. */
  public final boolean isClosed() {
    return isClosed;
  }

  /** Whether all of the buffer was passed. */
  public final boolean ranOut() {
    return position >= end;
  }

  /** How many line ends were passed. */
  public final int lines() {
    return line;
  }

  /** How many bytes were passed since the last line end. */
  public final int lastLineLength() {
    return position - lineBegin;
  }

  /** A fault at the name of a field that was just passed. */
  protected final ParseFault twice() {
    return faultAt(position - 1, "found a field for the second time; expected each field once");
  }
}
