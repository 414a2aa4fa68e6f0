package dev.isogauge.app.serve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads the records of a {@link RecordFile} one after the other and stops before a broken one. */
final class RecordReader {
  private static final int BUFFER = 1 << 16;

  private final Path path;
  private final FileChannel channel;

  /** Bytes of the file from {@link #bufferStart} on. */
  private ByteBuffer buffer = ByteBuffer.allocate(BUFFER).limit(0);

  private long bufferStart;
  private long size;
  private boolean sizeIsFinal;
  private long end;
  private long offset;
  private byte[] payload = {};

  RecordReader(Path path, FileChannel channel, long offset) {
    this.path = path;
    this.channel = channel;
    this.end = offset;
  }

  /** A reader of a file that must begin so. */
  static RecordReader open(Path path, FileChannel channel, byte[] header, long from)
      throws IOException {
    RecordReader reader = new RecordReader(path, channel, 0);
    byte[] found = reader.has(0, header.length) ? reader.bytes(0, header.length) : new byte[0];
    if (found.length == header.length
        && Arrays.equals(found, 0, 8, header, 0, 8)
        && ByteBuffer.wrap(found).getInt(8) < RecordFile.VERSION
        && ByteBuffer.wrap(found).getInt(8) > 0) {
      throw new DamagedFileException(
          path,
          "found version "
              + ByteBuffer.wrap(found).getInt(8)
              + " of this file, which an earlier Isogauge wrote; expected version "
              + RecordFile.VERSION
              + ": finish that run with the earlier one, or take another directory");
    }
    if (!Arrays.equals(found, header)) {
      throw new DamagedFileException(
          path,
          0,
          "found another beginning; expected a file of this kind, version "
              + RecordFile.VERSION
              + " and number "
              + ByteBuffer.wrap(header).getInt(12));
    }
    reader.end = Math.max(header.length, from);
    if (reader.end > channel.size()) {
      throw new DamagedFileException(
          path, "it ends at byte " + channel.size() + "; expected at least " + reader.end);
    }
    return reader;
  }

  /** Moves to the next record; false at the end and before a broken record. */
  boolean next() throws IOException {
    byte[] found = recordAt(end);
    if (found == null) {
      return false;
    }
    payload = found;
    offset = end;
    end += RecordFile.RECORD_HEADER + found.length;
    return true;
  }

  byte[] payload() {
    return payload;
  }

  /** Where the current record begins. */
  long offset() {
    return offset;
  }

  /** Where the current record ends. */
  long end() {
    return end;
  }

  /** Whether there is a whole record anywhere after the broken one that stopped the reader. */
  boolean wholeRecordFollows() throws IOException {
    size = channel.size();
    sizeIsFinal = true;
    for (long at = end + 1; at + RecordFile.RECORD_HEADER < size; at++) {
      if (recordAt(at) != null) {
        return true;
      }
    }
    return false;
  }

  private byte[] recordAt(long at) throws IOException {
    if (!has(at, RecordFile.RECORD_HEADER)) {
      return null;
    }
    int header = (int) (at - bufferStart);
    int length = buffer.getInt(header);
    int checksum = buffer.getInt(header + 4);
    long begin = at + RecordFile.RECORD_HEADER;
    if (length <= 0 || !reaches(begin + length)) {
      return null;
    }
    byte[] bytes = bytes(begin, length);
    return RecordFile.checksum(bytes) == checksum ? bytes : null;
  }

  /** Whether the file is so long; others may append to it. */
  private boolean reaches(long length) throws IOException {
    if (length > size && !sizeIsFinal) {
      size = channel.size();
    }
    return length <= size;
  }

  private byte[] bytes(long at, int length) throws IOException {
    byte[] bytes = new byte[length];
    if (length <= buffer.capacity() && has(at, length)) {
      buffer.get((int) (at - bufferStart), bytes);
      return bytes;
    }
    if (!fill(ByteBuffer.wrap(bytes), at)) {
      throw new DamagedFileException(path, at, "the file became shorter while it was read");
    }
    return bytes;
  }

  /** Whether the file has these bytes; then they are in the buffer. */
  private boolean has(long at, int length) throws IOException {
    if (at >= bufferStart && at + length <= bufferStart + buffer.limit()) {
      return true;
    }
    buffer.clear();
    bufferStart = at;
    fill(buffer, at);
    buffer.flip();
    return buffer.limit() >= length;
  }

  private boolean fill(ByteBuffer target, long from) throws IOException {
    long at = from;
    while (target.hasRemaining()) {
      int count = channel.read(target, at);
      if (count < 0) {
        return false;
      }
      at += count;
    }
    return true;
  }
}
