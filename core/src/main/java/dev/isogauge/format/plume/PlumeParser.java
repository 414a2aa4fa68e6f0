package dev.isogauge.format.plume;

import dev.isogauge.format.toolkit.TextCursor;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;

/** Parses one block of plume text, byte by byte; see {@link PlumeReader} for the grammar. */
final class PlumeParser extends TextCursor {
  static final long ABORTED = -1;

  private final RawBlock block;

  // Of the current line.
  private long key;
  private long value;

  PlumeParser(byte[] buffer, int end, Atoms atoms, RawBlock block) {
    super(buffer, end, atoms);
    this.block = block;
  }

  /** Parses all lines and returns how many there are. */
  int parse() {
    long lastSession = Atoms.NO_NAME;
    long lastTransaction = Atoms.NO_NAME;
    long session = Atoms.NO_NAME;
    long transaction = Atoms.NO_NAME;
    // Lines of one transaction end alike: ",session,transaction)" is parsed once.
    int lastTail = 0;
    int tailLength = 0;
    while (position < end) {
      byte first = buffer[position];
      if (first != 'r' && first != 'w') {
        blankLine();
        continue;
      }
      position++;
      if (!plainKeyAndValue()) {
        expect((byte) '(');
        key = number();
        expect((byte) ',');
        value = number();
      }
      int tail = position;
      if (tailLength == 0 || !skipSameLineEnd(lastTail, tailLength)) {
        expect((byte) ',');
        session = number();
        expect((byte) ',');
        transaction = number();
        expect((byte) ')');
        endLine();
        tailLength = position - tail;
      }
      lastTail = tail;
      if (transaction == ABORTED && first == 'r') {
        continue;
      }
      if (transaction != lastTransaction || session != lastSession) {
        begin(session, transaction);
        lastSession = session;
        lastTransaction = transaction;
      }
      if (first == 'w') {
        block.write(key, value);
      } else {
        block.read(key, value);
      }
    }
    return line;
  }

  /**
   * Moves behind {@code (key,value} where neither has a sign, blanks or many digits. In one method,
   * since lines are short and calls cost more than digits.
   */
  private boolean plainKeyAndValue() {
    byte[] text = buffer;
    int begin = position + 1;
    if (text[begin - 1] != '(') {
      return false;
    }
    int at = begin;
    long plainKey = 0;
    for (byte b = text[at]; b >= '0' && b <= '9'; b = text[++at]) {
      plainKey = plainKey * 10 + (b - '0');
    }
    if (text[at] != ',' || at == begin || at - begin > SAFE_DIGITS) {
      return false;
    }
    begin = ++at;
    long plainValue = 0;
    for (byte b = text[at]; b >= '0' && b <= '9'; b = text[++at]) {
      plainValue = plainValue * 10 + (b - '0');
    }
    if (at == begin || at - begin > SAFE_DIGITS) {
      return false;
    }
    key = plainKey;
    value = plainValue;
    position = at;
    return true;
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
}
