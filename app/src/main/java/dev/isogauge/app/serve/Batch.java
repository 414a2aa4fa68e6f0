package dev.isogauge.app.serve;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * A batch of transactions as the journal keeps it.
 *
 * <pre>
 *   payload = sequence (u64) time (i64) format (u8) transactions (u32)
 *             length of id (u16) id (UTF-8) body
 * </pre>
 *
 * @param sequence its place in the journal, from 1
 * @param time when it arrived, by the clock of the stream
 * @param id what the producer calls it; empty if nothing
 * @param transactions how many the body holds
 * @param body as received, uncompressed
 */
record Batch(
    long sequence, long time, BatchFormat format, String id, int transactions, byte[] body) {
  static final int LONGEST_ID = 200;

  private static final int FIXED = 8 + 8 + 1 + 4 + 2;

  byte[] encoded() {
    byte[] name = id.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(FIXED + name.length + body.length)
        .putLong(sequence)
        .putLong(time)
        .put(format.code())
        .putInt(transactions)
        .putShort((short) name.length)
        .put(name)
        .put(body)
        .array();
  }

  /** The batch of a payload whose checksum was right. */
  static Batch decode(byte[] payload) {
    ByteBuffer from = ByteBuffer.wrap(payload);
    long sequence = from.getLong();
    long time = from.getLong();
    BatchFormat format = BatchFormat.of(from.get());
    int transactions = from.getInt();
    byte[] name = new byte[from.getShort()];
    from.get(name);
    byte[] body = new byte[from.remaining()];
    from.get(body);
    return new Batch(
        sequence, time, format, new String(name, StandardCharsets.UTF_8), transactions, body);
  }

  /** Distinguishes the body of a retry from another body under the same id. */
  static int checksum(byte[] body) {
    CRC32C crc = new CRC32C();
    crc.update(body);
    return (int) crc.getValue();
  }
}
