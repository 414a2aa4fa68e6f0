package dev.isogauge.online.host;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Transactions whose numbers differ in the last byte only. As a block: {@code (last byte (u8)
 * digest (i64) batch (i64) line (i32))*}, by number.
 */
final class SentPage {
  /** How many bits of a number stand for its place in a page. */
  static final int BITS = 8;

  private static final int ENTRY_BYTES = 1 + 8 + 8 + 4;
  private static final int OWN_BYTES = 160;

  final long timeline;
  final long page;
  boolean changed;

  /** When it was used last, by a clock of its owner. */
  long used;

  private byte[] numbers = {};
  private long[] digests = {};
  private long[] batches = {};
  private int[] lines = {};
  private int count;

  SentPage(long timeline, long page) {
    this.timeline = timeline;
    this.page = page;
  }

  static SentPage decode(long timeline, long page, byte[] block) {
    SentPage result = new SentPage(timeline, page);
    result.count = block.length / ENTRY_BYTES;
    result.resize(result.count);
    ByteBuffer from = ByteBuffer.wrap(block);
    for (int i = 0; i < result.count; i++) {
      result.numbers[i] = from.get();
      result.digests[i] = from.getLong();
      result.batches[i] = from.getLong();
      result.lines[i] = from.getInt();
    }
    return result;
  }

  byte[] encode() {
    ByteBuffer to = ByteBuffer.allocate(count * ENTRY_BYTES);
    for (int i = 0; i < count; i++) {
      to.put(numbers[i]).putLong(digests[i]).putLong(batches[i]).putInt(lines[i]);
    }
    return to.array();
  }

  boolean is(long otherTimeline, long otherPage) {
    return timeline == otherTimeline && page == otherPage;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Where a number is, or -1 less where it would go. */
  int find(long number) {
    int low = 0;
    int high = count - 1;
    int wanted = (int) number & 0xFF;
    if (high < 0 || (numbers[high] & 0xFF) < wanted) {
      return -1 - count;
    }
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int found = numbers[middle] & 0xFF;
      if (found == wanted) {
        return middle;
      } else if (found < wanted) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1 - low;
  }

  void put(long number, long digest, long batch, int line) {
    int at = find(number);
    if (at < 0) {
      at = -1 - at;
      if (count == numbers.length) {
        resize(Math.min(1 << BITS, Math.max(4, 2 * count)));
      }
      move(at, at + 1);
      count++;
      numbers[at] = (byte) number;
    }
    digests[at] = digest;
    batches[at] = batch;
    lines[at] = line;
    changed = true;
  }

  void remove(long number) {
    int at = find(number);
    if (at >= 0) {
      move(at + 1, at);
      count--;
      changed = true;
    }
  }

  private void move(int from, int to) {
    int length = count - from;
    System.arraycopy(numbers, from, numbers, to, length);
    System.arraycopy(digests, from, digests, to, length);
    System.arraycopy(batches, from, batches, to, length);
    System.arraycopy(lines, from, lines, to, length);
  }

  private void resize(int capacity) {
    numbers = Arrays.copyOf(numbers, capacity);
    digests = Arrays.copyOf(digests, capacity);
    batches = Arrays.copyOf(batches, capacity);
    lines = Arrays.copyOf(lines, capacity);
  }

  long digest(int at) {
    return digests[at];
  }

  long batch(int at) {
    return batches[at];
  }

  int line(int at) {
    return lines[at];
  }

  /** What it takes in memory, roughly. */
  long bytes() {
    return OWN_BYTES + (long) ENTRY_BYTES * numbers.length;
  }
}
