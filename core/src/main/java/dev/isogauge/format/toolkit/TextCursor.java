package dev.isogauge.format.toolkit;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A place in a block of text, moved byte by byte. The block ends with a line end, or a zero stands
 * behind it, so loops that stop at one need no other bound.
 */
public abstract class TextCursor {
  /** Numbers of up to 18 digits cannot overflow; longer ones take the slow path. */
  protected static final int SAFE_DIGITS = 18;

  private static final int SHOWN = 24;

  /** Integers above this are their own atoms. */
  private static final long LARGEST_SYMBOL = Long.MIN_VALUE + Integer.MAX_VALUE;

  protected final byte[] buffer;
  protected final int end;
  protected final Atoms atoms;
  protected int position;

  /** The current line, from 0. */
  protected int line;

  /** Where the current line begins. */
  protected int lineBegin;

  protected TextCursor(byte[] buffer, int end, Atoms atoms) {
    this.buffer = buffer;
    this.end = end;
    this.atoms = atoms;
  }

  protected final void skipBlanks() {
    while (buffer[position] == ' ' || buffer[position] == '\t' || buffer[position] == '\r') {
      position++;
    }
  }

  /** Moves behind the byte, which blanks may precede. */
  protected final void expect(byte expected) {
    if (buffer[position] == expected) {
      position++;
      return;
    }
    skipBlanks();
    if (buffer[position] != expected) {
      throw fault("'" + (char) expected + "'");
    }
    position++;
  }

  /** Moves to the next line; only blanks may be left in this one. */
  protected final void endLine() {
    skipBlanks();
    if (buffer[position] != '\n') {
      throw fault("end of line");
    }
    position++;
    line++;
    lineBegin = position;
  }

  /** Whether an ASCII word begins at a place; more may follow it. */
  protected final boolean startsWith(int begin, String word) {
    for (int i = 0; i < word.length(); i++) {
      if (buffer[begin + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** A place in the block, to return to. */
  protected static final class Place {
    private int position = History.NONE;
    private int line;
    private int lineBegin;

    public Place() {}

    public void clear() {
      position = History.NONE;
    }

    public boolean isSet() {
      return position != History.NONE;
    }

    public void set(Place other) {
      position = other.position;
      line = other.line;
      lineBegin = other.lineBegin;
    }
  }

  /** Keeps the current place. */
  protected final void save(Place place) {
    place.position = position;
    place.line = line;
    place.lineBegin = lineBegin;
  }

  /** Returns to a place that was saved. */
  protected final void moveTo(Place place) {
    position = place.position;
    line = place.line;
    lineBegin = place.lineBegin;
  }

  /**
   * Moves to the next line if the rest of this one is the same as an earlier stretch of the block,
   * line end included.
   */
  protected final boolean skipSameLineEnd(int earlier, int length) {
    if (position + length > end
        || !Arrays.equals(buffer, position, position + length, buffer, earlier, earlier + length)) {
      return false;
    }
    position += length;
    line++;
    lineBegin = position;
    return true;
  }

  /** Whether a byte is a decimal digit. */
  protected static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /** The atom of a decimal integer of the signed or unsigned 64-bit range. */
  protected final long number() {
    if (buffer[position] == ' ') {
      skipBlanks();
    }
    int begin = position;
    boolean negative = buffer[position] == '-';
    int at = negative ? begin + 1 : begin;
    int digits = at;
    long magnitude = 0;
    while (true) {
      int digit = buffer[at] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      magnitude = magnitude * 10 + digit;
      at++;
    }
    int length = at - digits;
    if (length == 0) {
      throw fault("a decimal integer");
    }
    position = at;
    if (length > SAFE_DIGITS) {
      return longNumber(begin, at);
    }
    return negative ? -magnitude : magnitude;
  }

  private long longNumber(int begin, int after) {
    String digits = new String(buffer, begin, after - begin, StandardCharsets.US_ASCII);
    try {
      return digits.charAt(0) == '-'
          ? atoms.integer(Long.parseLong(digits))
          : atoms.unsignedInteger(Long.parseUnsignedLong(digits));
    } catch (NumberFormatException e) {
      throw faultAt(begin, outOfRange(digits));
    }
  }

  /**
   * The integer that an atom stands for; {@link RawBlock#NO_TIME} if it is not an integer above
   * that of the signed 64-bit range.
   */
  protected final long signed(long atom) {
    if (atom > LARGEST_SYMBOL) {
      return atom;
    }
    try {
      return Long.parseLong(atoms.token(atom));
    } catch (NumberFormatException e) {
      return RawBlock.NO_TIME;
    }
  }

  private static String outOfRange(String digits) {
    return "the number "
        + printable(digits)
        + " is out of range; expected -9223372036854775808 to 18446744073709551615";
  }

  /** A fault at the current place. */
  protected final ParseFault fault(String expected) {
    return faultAt(position, "found " + found() + "; expected " + expected);
  }

  /** A fault at a place in the current line, or in one before it where strings span lines. */
  protected final ParseFault faultAt(int place, String message) {
    int faultyLine = line;
    for (int i = lineBegin - 1; i >= place; i--) {
      faultyLine -= buffer[i] == '\n' ? 1 : 0;
    }
    int begin = Math.min(lineBegin, place);
    while (place < lineBegin && begin > 0 && buffer[begin - 1] != '\n') {
      begin--;
    }
    return new ParseFault(faultyLine, place - begin + 1, message);
  }

  /** What stands here, fit for a message. */
  protected String found() {
    if (position >= end) {
      return "the end of the input";
    }
    if (buffer[position] == '\n') {
      return "end of line";
    }
    int to = position;
    while (to < end && to < position + 40 && buffer[to] != '\n' && buffer[to] != '\r') {
      to++;
    }
    return "'"
        + printable(new String(buffer, position, to - position, StandardCharsets.UTF_8))
        + "'";
  }

  /** The beginning of a text, fit for a message. */
  public static String printable(String text) {
    String printable = text.replaceAll("\\p{Cntrl}", "?");
    return printable.length() > SHOWN ? printable.substring(0, SHOWN) + "..." : printable;
  }
}
