package dev.isogauge.app.serve;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.zip.CRC32C;

/**
 * A batch of transactions as the journal keeps it.
 *
 * <pre>
 *   payload  = time (i64) format (u8) transactions (u32)
 *              length of id (u16) id (UTF-8) repeated? body
 *   repeated = length (u32) bits from the lowest of the first byte on; there if format is more than 128
 * </pre>
 *
 * @param sequence its place in the journal, from 1
 * @param time when it arrived, by the clock of the stream
 * @param id what the producer calls it; empty if nothing
 * @param transactions how many the body holds
 * @param repeated which of them were sent before and do not count
 * @param body as received, uncompressed
 */
record Batch(
    long sequence,
    long time,
    BatchFormat format,
    String id,
    int transactions,
    BitSet repeated,
    byte[] body) {
  static final int LONGEST_ID = 200;

  /** A batch without repeated transactions. */
  Batch(long sequence, long time, BatchFormat format, String id, int transactions, byte[] body) {
    this(sequence, time, format, id, transactions, new BitSet(), body);
  }

  private static final int FIXED = 8 + 1 + 4 + 2;
  private static final int HAS_REPEATED = 128;

  byte[] encoded() {
    byte[] name = id.getBytes(StandardCharsets.UTF_8);
    byte[] bits = repeated.toByteArray();
    int more = bits.length == 0 ? 0 : 4 + bits.length;
    ByteBuffer to =
        ByteBuffer.allocate(FIXED + name.length + more + body.length)
            .putLong(time)
            .put((byte) (format.code() | (more > 0 ? HAS_REPEATED : 0)))
            .putInt(transactions)
            .putShort((short) name.length)
            .put(name);
    if (more > 0) {
      to.putInt(bits.length).put(bits);
    }
    return to.put(body).array();
  }

  /** The batch of a payload. */
  static Batch decode(long sequence, byte[] payload) {
    ByteBuffer from = ByteBuffer.wrap(payload);
    long time = from.getLong();
    int code = from.get();
    BatchFormat format = BatchFormat.of((byte) (code & ~HAS_REPEATED));
    int transactions = from.getInt();
    byte[] name = new byte[from.getShort()];
    from.get(name);
    byte[] bits = new byte[(code & HAS_REPEATED) != 0 ? from.getInt() : 0];
    from.get(bits);
    byte[] body = new byte[from.remaining()];
    from.get(body);
    return new Batch(
        sequence,
        time,
        format,
        new String(name, StandardCharsets.UTF_8),
        transactions,
        BitSet.valueOf(bits),
        body);
  }

  /** Distinguishes the body of a retry from another body under the same id. */
  static int checksum(byte[] body) {
    CRC32C crc = new CRC32C();
    crc.update(body);
    return (int) crc.getValue();
  }
}
