package dev.isogauge.app.serve;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * Remembers up to which number records are known to be durable: for each family 12 bytes, {@code
 * number (u64) crc32c (u32)}, overwritten in place after every sync and not synced themselves.
 *
 * <p>So it never claims too much. A killed process leaves it exact, and then a record up to the
 * mark that is missing is damage, never a write that was cut short. A power failure may leave an
 * older mark, which only claims less.
 */
final class DurableMark implements Closeable {
  private static final int SIZE = 12;

  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(SIZE);

  private DurableMark(FileChannel channel) {
    this.channel = channel;
  }

  static DurableMark open(Path file) throws IOException {
    return new DurableMark(
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  /** What was marked last; 0 if nothing was. A mark that is not whole says nothing. */
  synchronized long read(int family) throws IOException {
    buffer.clear();
    boolean isRead = channel.read(buffer, (long) SIZE * family) == SIZE;
    return isRead && buffer.getInt(Long.BYTES) == checksum() ? buffer.getLong(0) : 0;
  }

  synchronized void write(int family, long number) throws IOException {
    buffer.clear().putLong(number).putInt(0);
    buffer.putInt(Long.BYTES, checksum()).flip();
    channel.write(buffer, (long) SIZE * family);
  }

  private int checksum() {
    CRC32C crc = new CRC32C();
    crc.update(buffer.array(), 0, Long.BYTES);
    return (int) crc.getValue();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
