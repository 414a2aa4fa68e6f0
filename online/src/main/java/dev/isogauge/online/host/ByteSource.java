package dev.isogauge.online.host;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Bytes of a stream one by one, without the lock that a buffered stream takes for each. */
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

  int next() throws IOException {
    if (position == filled && !hasNext()) {
      throw new EOFException("the file ends within a transaction");
    }
    return buffer[position++] & 0xff;
  }

  /** Eight bytes, the highest first. */
  long longNumber() throws IOException {
    long number = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      number = number << 8 | next();
    }
    return number;
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
