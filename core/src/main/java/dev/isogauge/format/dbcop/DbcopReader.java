package dev.isogauge.format.dbcop;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.toolkit.BinaryInput;
import dev.isogauge.format.toolkit.HistoryReader;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * dbcop's bincode, little-endian:
 *
 * <pre>
 *   history     = u64 id, nodes, variables, transactions, events; string info, start, end; sessions
 *   string      = u64 length, UTF-8 bytes
 *   sessions    = u64 count, that many sessions
 *   session     = u64 count, that many transactions
 *   transaction = u64 count, that many events; u8 committed
 *   event       = u8 isWrite; u64 key; u64 value; u8 ok
 * </pre>
 *
 * <p>The counts of the header are not used. Events that failed are dropped, transactions that did
 * not commit are aborted. Every key starts at 0. Sessions are called s1, s2, ... in their order;
 * empty ones are left out.
 *
 * <p>A count may be anything, so nothing is allocated by it: memory grows with the bytes read.
 */
public final class DbcopReader implements HistoryReader {
  @Override
  public HistoryBuilder read(Input input, Atoms atoms) throws IOException {
    try (InputStream stream = input.open()) {
      BinaryInput binary = new BinaryInput(input.name(), stream);
      binary.littleEndian("the history's id");
      for (String count : List.of("nodes", "variables", "transactions", "events")) {
        binary.littleEndian("the header's number of " + count);
      }
      for (String text : List.of("info", "start", "end")) {
        binary.skip(binary.littleEndian("the length of the " + text + " text"), "the " + text);
      }
      RawBlock block = new RawBlock();
      sessions(binary, atoms, block);
      HistoryBuilder builder = new HistoryBuilder(atoms);
      builder.defaultInitialValue(atoms.integer(0));
      builder.add(block);
      return builder;
    }
  }

  private static void sessions(BinaryInput binary, Atoms atoms, RawBlock block) throws IOException {
    Transaction transaction = new Transaction();
    long sessions = binary.littleEndian("the number of sessions");
    int named = 0;
    for (long s = 0; s != sessions; s++) {
      long transactions = binary.littleEndian("the number of the session's transactions");
      long session = transactions == 0 ? Atoms.NO_NAME : atoms.text("s" + ++named);
      for (long t = 0; t != transactions; t++) {
        transaction.read(binary, atoms);
        transaction.addTo(block, session);
      }
    }
    long end = binary.offset();
    if (binary.next() >= 0) {
      throw binary.fault(end, "found more bytes; expected the end after the last session");
    }
  }
}
