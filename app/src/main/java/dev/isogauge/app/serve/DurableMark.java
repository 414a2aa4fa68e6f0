package dev.isogauge.app.serve;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * Remembers up to where record files are known to be durable: a file of 16 bytes, {@code number
 * (u32) length (u64) crc32c (u32)}, overwritten in place after every sync and not synced itself.
 *
 * <p>So it never claims too much. A killed process leaves it exact, and then a broken record below
 * the mark is damage, never a write that was cut short. A power failure may leave an older mark,
 * which only claims less.
 */
final class DurableMark implements Closeable {
  private static final int SIZE = 16;

  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(SIZE);

  /** The file, from 1, and its length that are durable; 0 and 0 where nothing is known. */
  record Position(int number, long length) {
    static final Position NOTHING = new Position(0, 0);
  }

  private DurableMark(FileChannel channel) {
    this.channel = channel;
  }

  static DurableMark open(Path file) throws IOException {
    return new DurableMark(
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  /** What was marked last. A mark that is not whole says nothing. */
  Position read() throws IOException {
    buffer.clear();
    int filled = 0;
    while (buffer.hasRemaining() && filled >= 0) {
      filled = channel.read(buffer, buffer.position());
    }
    if (buffer.hasRemaining() || buffer.getInt(12) != checksum()) {
      return Position.NOTHING;
    }
    return new Position(buffer.getInt(0), buffer.getLong(4));
  }

  /** Makes what was written last durable itself. */
  void force() throws IOException {
    channel.force(true);
  }

  void write(int number, long length) throws IOException {
    buffer.clear();
    buffer.putInt(number).putLong(length).putInt(checksum()).flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer, buffer.position());
    }
  }

  private int checksum() {
    CRC32C crc = new CRC32C();
    crc.update(buffer.array(), 0, 12);
    return (int) crc.getValue();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
