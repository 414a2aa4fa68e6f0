package dev.isogauge.app.serve;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * An append-only file of checksummed records, big-endian.
 *
 * <pre>
 *   file   = magic (8 bytes) version (u32) number (u32) record*
 *   record = length of payload (u32, at least 1) crc32c of length and payload (u32) payload
 * </pre>
 *
 * <p>A record that is broken when the file is opened is a write that was cut short, and is cut off,
 * if it begins where nothing is known to be durable and no whole record follows it. Otherwise the
 * file is damaged and refused.
 */
final class RecordFile implements Closeable {
  static final int VERSION = 5;
  static final int HEADER = 16;
  static final int RECORD_HEADER = 8;

  private final Path path;
  private final FileChannel channel;
  private long size;

  private RecordFile(Path path, FileChannel channel, long size) {
    this.path = path;
    this.channel = channel;
    this.size = size;
  }

  /** Takes the records of a file in order. */
  @FunctionalInterface
  interface Visitor {
    void record(byte[] payload, long offset) throws IOException;
  }

  /** Hears of bytes that were cut off. */
  @FunctionalInterface
  interface CutListener {
    void cut(Path file, long bytes);
  }

  /**
   * Opens the file for appending, or begins it, after showing its records.
   *
   * @param from where to begin to read; 0 for the first record
   * @param durable the length up to which nothing can be a write that was cut short
   * @throws DamagedFileException when the file is not what was written
   */
  static RecordFile open(
      Path path,
      String magic,
      int number,
      long from,
      long durable,
      Visitor visitor,
      CutListener listener)
      throws IOException {
    FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      long size = channel.size();
      if (size < durable) {
        throw new DamagedFileException(
            path, "it ends at byte " + size + ", but " + durable + " bytes of it were durable");
      }
      byte[] header = header(magic, number);
      if (size < HEADER) {
        if (size > 0) {
          listener.cut(path, size);
        }
        Private.file(path);
        write(channel, ByteBuffer.wrap(header), 0);
        channel.truncate(HEADER);
        channel.force(true);
        return new RecordFile(path, channel, HEADER);
      }
      RecordReader reader = RecordReader.open(path, channel, header, from);
      while (reader.next()) {
        visitor.record(reader.payload(), reader.offset());
      }
      long end = reader.end();
      if (end < size) {
        if (end < durable) {
          throw new DamagedFileException(path, end, "a record is broken that had become durable");
        }
        if (reader.wholeRecordFollows()) {
          throw new DamagedFileException(path, end, "a record is broken, and whole ones follow it");
        }
        channel.truncate(end);
        channel.force(true);
        listener.cut(path, size - end);
      }
      // What was read may be in the page cache only, and is about to be called durable.
      channel.force(true);
      return new RecordFile(path, channel, end);
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  /** Shows the records of a file that is complete; nothing in it can be a write cut short. */
  static void scan(Path path, String magic, int number, long from, Visitor visitor)
      throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      RecordReader reader = RecordReader.open(path, channel, header(magic, number), from);
      while (reader.next()) {
        visitor.record(reader.payload(), reader.offset());
      }
      if (reader.end() < channel.size()) {
        throw new DamagedFileException(path, reader.end(), "a record is broken");
      }
    }
  }

  static byte[] header(String magic, int number) {
    return ByteBuffer.allocate(HEADER)
        .put(magic.getBytes(StandardCharsets.US_ASCII), 0, 8)
        .putInt(VERSION)
        .putInt(number)
        .array();
  }

  static int checksum(byte[] payload) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(4).putInt(0, payload.length));
    crc.update(payload);
    return (int) crc.getValue();
  }

  /** The bytes of a record. */
  static void frame(byte[] payload, ByteBuffer to) {
    to.putInt(payload.length).putInt(checksum(payload)).put(payload);
  }

  /** Appends whole records; they are durable after {@link #force}. */
  void append(ByteBuffer records) throws IOException {
    int length = records.remaining();
    write(channel, records, size);
    size += length;
  }

  void force() throws IOException {
    channel.force(false);
  }

  /** Takes back what was appended past a length. */
  void cut(long length) throws IOException {
    channel.truncate(length);
    size = length;
  }

  Path path() {
    return path;
  }

  long size() {
    return size;
  }

  /** Reads records from an offset on, while others are appended. */
  RecordReader reader(long offset) {
    return new RecordReader(path, channel, offset);
  }

  private static void write(FileChannel channel, ByteBuffer bytes, long position)
      throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
