package dev.isogauge.format.plume;

import dev.isogauge.format.ParseFault;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.nio.charset.StandardCharsets;

/** Parses one block of plume text, byte by byte; see {@link PlumeReader} for the grammar. */
final class PlumeParser {
  private static final long ABORTED = -1;

  /** Numbers of up to 18 digits cannot overflow; longer ones take the slow path. */
  private static final int SAFE_DIGITS = 18;

  private final byte[] buffer;
  private final int end;
  private final Atoms atoms;
  private final RawBlock block;
  private int position;
  private int lineBegin;
  private int line;

  PlumeParser(byte[] buffer, int end, Atoms atoms, RawBlock block) {
    this.buffer = buffer;
    this.end = end;
    this.atoms = atoms;
    this.block = block;
  }

  /** Parses all lines and returns how many there are. */
  int parse() {
    long lastSession = Atoms.NO_NAME;
    long lastTransaction = Atoms.NO_NAME;
    while (position < end) {
      byte first = buffer[position];
      if (first != 'r' && first != 'w') {
        blankLine();
        continue;
      }
      position++;
      expect((byte) '(');
      long key = number();
      expect((byte) ',');
      long value = number();
      expect((byte) ',');
      long session = number();
      expect((byte) ',');
      long transaction = number();
      expect((byte) ')');
      endLine();
      if (transaction != lastTransaction || session != lastSession) {
        begin(session, transaction);
        lastSession = session;
        lastTransaction = transaction;
      }
      if (first == 'w') {
        block.write(key, value);
      } else if (transaction != ABORTED) {
        block.read(key, value);
      }
    }
    return line;
  }

  private void begin(long session, long transaction) {
    if (transaction == ABORTED) {
      long name = atoms.text("aborted." + atoms.token(session));
      block.transaction(session, name, Outcome.ABORTED, line - 1);
    } else {
      block.transaction(session, transaction, Outcome.COMMITTED, line - 1);
    }
  }

  private void blankLine() {
    skipBlanks();
    byte found = buffer[position];
    if (found == 'r' || found == 'w') {
      return;
    }
    if (found != '\n') {
      throw fault("r(key,value,session,transaction) or w(...)");
    }
    endLine();
  }

  private void endLine() {
    skipBlanks();
    if (buffer[position] != '\n') {
      throw fault("end of line");
    }
    position++;
    line++;
    lineBegin = position;
  }

  private void skipBlanks() {
    // The block ends with a line end, so this stops.
    while (buffer[position] == ' ' || buffer[position] == '\t' || buffer[position] == '\r') {
      position++;
    }
  }

  private void expect(byte expected) {
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

  private long number() {
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
      position = begin;
      throw new ParseFault(
          line,
          position - lineBegin + 1,
          "the number "
              + shortened(digits)
              + " is out of range; expected -9223372036854775808 to 18446744073709551615");
    }
  }

  private ParseFault fault(String expected) {
    return new ParseFault(
        line, position - lineBegin + 1, "found " + found() + "; expected " + expected);
  }

  private String found() {
    if (buffer[position] == '\n') {
      return "end of line";
    }
    int to = position;
    while (to < end && buffer[to] != '\n' && buffer[to] != '\r') {
      to++;
    }
    String text = new String(buffer, position, Math.min(to - position, 40), StandardCharsets.UTF_8);
    return "'" + shortened(text) + "'";
  }

  private static String shortened(String text) {
    String printable = text.replaceAll("\\p{Cntrl}", "?");
    return printable.length() > 24 ? printable.substring(0, 24) + "..." : printable;
  }
}
