package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.FLAGS;
import static dev.isogauge.online.kernel.TransactionTable.NAME;
import static dev.isogauge.online.kernel.TransactionTable.SESSION;
import static dev.isogauge.online.kernel.TransactionTable.STRIDE;

import dev.isogauge.history.Atoms;

/**
 * What concerns one key or session of a transaction, as bytes for any process: {@code contents
 * (bits), id (atom), facts}, then of a read {@code operation, value} and of a write {@code value};
 * of a list instead {@code operation, own, elements} and {@code elements}.
 */
final class PartCodec {
  static final int READ = 1;
  static final int WRITE = 2;
  static final int LIST = 4;

  private PartCodec() {}

  /** Begins a part; what was read and written is added by the caller. */
  static void begin(BlockWriter to, int contents, long id, TransactionTable table, int slot) {
    to.clear();
    to.number(contents);
    to.atom(id);
    for (int which = 0; which < STRIDE; which++) {
      long fact = table.fact(slot, which);
      to.number(which == SESSION || which == NAME ? to.portable(fact) : fact);
    }
  }

  /** Makes a part an entry, or two, of a batch. */
  static void read(byte[] part, Atoms atoms, TransactionTable table, ShardBatch to) {
    BlockReader from = new BlockReader(part, atoms);
    int contents = from.integer();
    long id = from.atom();
    int slot = table.arrive();
    for (int which = 0; which < STRIDE; which++) {
      long fact = from.number();
      table.set(slot, which, which == SESSION || which == NAME ? from.local(fact) : fact);
    }
    assert (table.fact(slot, FLAGS) & TransactionTable.LATE) == 0;
    if ((contents & (READ | WRITE)) == (READ | WRITE)) {
      table.retain(slot, 1);
    } else if ((contents & (READ | WRITE)) == 0) {
      to.add(ShardBatch.SESSION, id, slot, 0, 0);
    }
    boolean isList = (contents & LIST) != 0;
    if ((contents & READ) != 0) {
      int operation = from.integer();
      if (isList) {
        long own = from.number();
        to.addList(ShardBatch.READ_LIST, id, slot, operation, own, from.atoms());
      } else {
        to.add(ShardBatch.READ, id, slot, operation, from.atom());
      }
    }
    if ((contents & WRITE) != 0) {
      if (isList) {
        to.addList(ShardBatch.APPEND, id, slot, 0, 0, from.atoms());
      } else {
        to.add(ShardBatch.WRITE, id, slot, 0, from.atom());
      }
    }
  }
}
