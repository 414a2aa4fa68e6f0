package dev.isogauge.format.csv;

import dev.isogauge.format.toolkit.TextCursor;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;

/** Parses one block of lines; see {@link CsvReader}. */
final class CsvParser extends TextCursor {
  private final RawBlock block;

  CsvParser(byte[] buffer, int end, Atoms atoms, RawBlock block) {
    super(buffer, end, atoms);
    this.block = block;
  }

  int parse() {
    long last = Atoms.NO_NAME;
    while (position < end) {
      byte kind = buffer[position];
      if (kind != 'r' && kind != 'w') {
        throw fault("r,key,value,session,transaction or w,...");
      }
      position++;
      long key = next();
      long value = next();
      long session = next();
      long transaction = next();
      endLine();
      if (transaction != last) {
        block.transaction(session, transaction, Outcome.COMMITTED, line - 1);
        last = transaction;
      }
      if (kind == 'w') {
        block.write(key, value);
      } else {
        block.read(key, value);
      }
    }
    return line;
  }

  private long next() {
    expect((byte) ',');
    return number();
  }
}
