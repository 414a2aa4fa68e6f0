package dev.isogauge.format.dbcop;

import dev.isogauge.format.toolkit.BinaryInput;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/** One transaction while it is read: its outcome stands behind its events. Used again and again. */
final class Transaction {
  /** Three longs an event: whether it writes, key and value. */
  private final LongArrayList events = new LongArrayList();

  private boolean committed;

  void read(BinaryInput binary, Atoms atoms) throws IOException {
    events.clear();
    long count = binary.littleEndian("the number of the transaction's events");
    for (long e = 0; e != count; e++) {
      boolean write = flag(binary, "an event's kind, 0 (read) or 1 (write)");
      long key = binary.littleEndian("an event's key");
      long value = binary.littleEndian("an event's value");
      if (flag(binary, "an event's success, 0 or 1")) {
        events.add(write ? 1 : 0);
        events.add(atoms.unsignedInteger(key));
        events.add(atoms.unsignedInteger(value));
      }
    }
    committed = flag(binary, "the transaction's outcome, 0 (aborted) or 1 (committed)");
  }

  private static boolean flag(BinaryInput binary, String what) throws IOException {
    long offset = binary.offset();
    int value = binary.unsignedByte(what);
    if (value > 1) {
      throw binary.fault(offset, "found " + value + "; expected " + what);
    }
    return value == 1;
  }

  void addTo(RawBlock block, long session) {
    Outcome outcome = committed ? Outcome.COMMITTED : Outcome.ABORTED;
    block.transaction(session, Atoms.NO_NAME, outcome, 0);
    for (int i = 0; i < events.size(); i += 3) {
      if (events.getLong(i) == 1) {
        block.write(events.getLong(i + 1), events.getLong(i + 2));
      } else {
        block.read(events.getLong(i + 1), events.getLong(i + 2));
      }
    }
  }
}
