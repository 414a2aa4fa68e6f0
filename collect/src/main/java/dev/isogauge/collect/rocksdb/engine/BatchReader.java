package dev.isogauge.collect.rocksdb.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads a batch of RocksDB's log.
 *
 * <pre>
 * batch   = first sequence number (8 bytes, little-endian), count (4 bytes), { record }
 * record  = 0 text          a key is deleted
 *         | 1 text text     a key gets a value
 *         | 3 text          a remark, which has no sequence number: here the mark of a transaction
 *         | 13              nothing
 * text    = length (seven bits a byte, low ones first, the highest bit says that more follow), bytes
 * </pre>
 */
final class BatchReader {
  /** The mark of changes before any mark. */
  static final long NO_MARK = -1;

  private static final int DELETION = 0;
  private static final int VALUE = 1;
  private static final int REMARK = 3;
  private static final int NOTHING = 13;

  private final ByteBuffer bytes;
  private long sequence;
  private long mark = NO_MARK;

  BatchReader(byte[] batch) {
    bytes = ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN);
    sequence = bytes.getLong() - 1;
    bytes.getInt();
  }

  /** The remark that marks what follows as changes of a transaction. */
  static byte[] remark(long transaction) {
    return ByteBuffer.allocate(Long.BYTES).putLong(transaction).array();
  }

  /** Moves to the next change; false if there is none. */
  boolean next() {
    while (bytes.hasRemaining()) {
      int kind = bytes.get();
      switch (kind) {
        case DELETION -> {
          skipText();
          sequence++;
          return true;
        }
        case VALUE -> {
          skipText();
          skipText();
          sequence++;
          return true;
        }
        case REMARK -> {
          int length = length();
          mark = ByteBuffer.wrap(bytes.array(), bytes.position(), length).getLong();
          bytes.position(bytes.position() + length);
        }
        case NOTHING -> {}
        default ->
            throw new IllegalStateException(
                "RocksDB's log has a record of the unexpected kind " + kind);
      }
    }
    return false;
  }

  /** The sequence number of the change. */
  long sequence() {
    return sequence;
  }

  /** The transaction that made the change. */
  long mark() {
    return mark;
  }

  private void skipText() {
    int length = length();
    bytes.position(bytes.position() + length);
  }

  private int length() {
    int length = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes.get();
      length |= (next & 0x7F) << shift;
      if (next >= 0) {
        return length;
      }
    }
  }
}
