package dev.isogauge.online.kernel;

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
  private long[] column = new long[64];
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
    for (int which = 0; which < TransactionTable.STRIDE; which++) {
      for (int i = 0; i < count; i++) {
        column[i] = table.fact(slots.getInt(i), which);
      }
      if (which == TransactionTable.SESSION || which == TransactionTable.NAME) {
        for (int i = 0; i < count; i++) {
          column[i] = to.portable(column[i]);
        }
      }
      to.column(column, count);
    }
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
    for (int which = 0; which < TransactionTable.STRIDE; which++) {
      from.column(column, guards);
      boolean isAtom = which == TransactionTable.SESSION || which == TransactionTable.NAME;
      for (int i = 0; i < guards; i++) {
        table.set(loaded[i], which, isAtom ? from.local(column[i]) : column[i]);
      }
    }
    return guards;
  }

  private void reserve(int count) {
    if (column.length < count) {
      column = new long[count * 2];
      loaded = new int[count * 2];
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
