package dev.isogauge.online.kernel;

import java.util.Arrays;

/** Transactions of a session within a range of numbers, in session order. */
final class SessionSegment extends Segment {
  private static final int ENTRIES = 512;

  int count;
  int[] slots = {};
  private byte[] flags = {};
  private int cutAt = ENTRIES;

  SessionSegment(long low, long lowLogical, boolean changed) {
    super(low, lowLogical, changed);
  }

  byte flags(int index) {
    return flags[index];
  }

  void flags(int index, int value) {
    flags[index] = (byte) value;
    changed = true;
  }

  void insert(int index, int slot) {
    if (count == slots.length) {
      slots = Arrays.copyOf(slots, Math.max(8, count * 2));
      flags = Arrays.copyOf(flags, slots.length);
    }
    System.arraycopy(slots, index, slots, index + 1, count - index);
    System.arraycopy(flags, index, flags, index + 1, count - index);
    slots[index] = slot;
    flags[index] = 0;
    count++;
    changed = true;
  }

  boolean isTooLarge() {
    return count > cutAt;
  }

  /** Whether writing it twice costs more than another segment. */
  boolean isWorthCutting() {
    return count >= WRITTEN_ENTRIES;
  }

  /** Gives what is behind the first entries to a new segment; null if all have one number. */
  SessionSegment cut(int keep, TransactionTable table) {
    for (int i = Math.max(1, keep); i < count; i++) {
      long number = table.fact(slots[i], TransactionTable.NUMBER);
      if (number != table.fact(slots[i - 1], TransactionTable.NUMBER)) {
        SessionSegment upper = new SessionSegment(number, 0, true);
        upper.slots = Arrays.copyOfRange(slots, i, count);
        upper.flags = Arrays.copyOfRange(flags, i, count);
        upper.count = count - i;
        count = i;
        changed = true;
        return upper;
      }
    }
    cutAt = 2 * count;
    return null;
  }

  @Override
  long bytes() {
    return 120 + 5L * slots.length;
  }

  @Override
  byte[] encode(FactsCodec facts, BlockWriter writer) {
    facts.begin();
    facts.add(slots, count);
    writer.clear();
    facts.write(writer);
    for (int i = 0; i < count; i++) {
      writer.number(flags[i]);
    }
    return writer.toBytes();
  }

  static SessionSegment decode(long low, long lowLogical, BlockReader from, FactsCodec facts) {
    SessionSegment segment = new SessionSegment(low, lowLogical, false);
    int size = facts.read(from);
    segment.slots = new int[size];
    segment.flags = new byte[size];
    segment.count = size;
    for (int i = 0; i < size; i++) {
      segment.slots[i] = facts.slot(i);
      segment.flags[i] = (byte) from.number();
    }
    facts.end();
    return segment;
  }

  @Override
  void release(TransactionTable table) {
    table.release(slots, count);
  }
}
