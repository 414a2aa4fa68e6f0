package dev.isogauge.online.spill;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads numbers of a file, without the lock that a buffered stream takes for each byte. */
final class ByteSource implements Closeable {
  private final InputStream stream;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int filled;

  ByteSource(InputStream stream) {
    this.stream = stream;
  }

  boolean hasNext() throws IOException {
    if (position == filled) {
      position = 0;
      filled = Math.max(0, stream.read(buffer));
    }
    return position < filled;
  }

  private int next() throws IOException {
    if (position == filled && !hasNext()) {
      throw new EOFException("the file ends within a record");
    }
    return buffer[position++];
  }

  /** What {@link NumberBuffer#number} wrote. */
  long number() throws IOException {
    long bits = 0;
    for (int shift = 0; ; shift += 7) {
      int next = next();
      bits |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return bits >>> 1 ^ -(bits & 1);
      }
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
