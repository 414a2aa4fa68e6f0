package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.COMMIT;
import static dev.isogauge.online.kernel.TransactionTable.NAME;
import static dev.isogauge.online.kernel.TransactionTable.SESSION;
import static dev.isogauge.online.kernel.TransactionTable.START;
import static dev.isogauge.online.kernel.TransactionTable.STRIDE;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The transactions of a block on disk. Each is written once, fact by fact; the entries of the block
 * name it by its index.
 */
final class FactsCodec {
  private final TransactionTable table;
  private final Int2IntOpenHashMap indexes = new Int2IntOpenHashMap();
  private final IntArrayList slots = new IntArrayList();
  private int[] loaded = new int[64];

  /** The facts of one transaction after the other, as the table has them. */
  private long[] rows = new long[64 * STRIDE];

  private int guards;

  FactsCodec(TransactionTable table) {
    this.table = table;
    indexes.defaultReturnValue(-1);
  }

  void begin() {
    indexes.clear();
    slots.clear();
  }

  /** Makes transactions part of the block. */
  void add(int[] more, int count) {
    for (int i = 0; i < count; i++) {
      add(more[i]);
    }
  }

  void add(int slot) {
    if (indexes.putIfAbsent(slot, slots.size()) < 0) {
      slots.add(slot);
    }
  }

  int index(int slot) {
    return indexes.get(slot);
  }

  void write(BlockWriter to) {
    int count = slots.size();
    reserve(count);
    to.number(count);
    for (int i = 0; i < count; i++) {
      int row = i * STRIDE;
      table.get(slots.getInt(i), rows, row);
      rows[row + SESSION] = to.portable(rows[row + SESSION]);
      rows[row + NAME] = to.portable(rows[row + NAME]);
    }
    for (int which = 0; which < STRIDE; which++) {
      to.column(rows, which, STRIDE, count);
    }
  }

  /** Writes one transaction alone, for {@link #readAlone}. */
  void writeAlone(int slot, BlockWriter to) {
    reserve(1);
    table.get(slot, rows, 0);
    rows[SESSION] = to.portable(rows[SESSION]);
    rows[NAME] = to.portable(rows[NAME]);
    rows[START] = rows[COMMIT] - rows[START];
    for (int which = 0; which < STRIDE; which++) {
      to.number(rows[which]);
    }
  }

  /** Gives a transaction that was written alone a slot with one reference. */
  int readAlone(BlockReader from) {
    reserve(1);
    for (int which = 0; which < STRIDE; which++) {
      rows[which] = from.number();
    }
    rows[SESSION] = from.local(rows[SESSION]);
    rows[NAME] = from.local(rows[NAME]);
    rows[START] = rows[COMMIT] - rows[START];
    int slot = table.block(1, 1);
    table.set(slot, rows, 0);
    return slot;
  }

  /**
   * Gives the transactions of a block slots, which entries then take by {@link #slot}; returns how
   * many they are.
   */
  int read(BlockReader from) {
    guards = from.integer();
    reserve(guards);
    for (int first = 0; first < guards; first += TransactionTable.blockSlots()) {
      int count = Math.min(TransactionTable.blockSlots(), guards - first);
      int block = table.block(count, count);
      for (int i = 0; i < count; i++) {
        loaded[first + i] = block + i;
      }
    }
    readRows(from);
    return guards;
  }

  /** Does the same for transactions that arrive, not from disk. */
  void readArrivals(BlockReader from) {
    guards = from.integer();
    reserve(guards);
    for (int i = 0; i < guards; i++) {
      loaded[i] = table.arrive();
    }
    readRows(from);
  }

  private void readRows(BlockReader from) {
    for (int which = 0; which < STRIDE; which++) {
      from.column(rows, which, STRIDE, guards);
    }
    for (int i = 0; i < guards; i++) {
      int row = i * STRIDE;
      rows[row + SESSION] = from.local(rows[row + SESSION]);
      rows[row + NAME] = from.local(rows[row + NAME]);
      table.set(loaded[i], rows, row);
    }
  }

  private void reserve(int count) {
    if (loaded.length < count) {
      loaded = new int[count * 2];
      rows = new long[count * 2 * STRIDE];
    }
  }

  /** The slot of a transaction, with one more reference. */
  int slot(int index) {
    table.retain(loaded[index], 1);
    return loaded[index];
  }

  /** Says that all entries have taken their slots. */
  void end() {
    table.release(loaded, guards);
  }
}
