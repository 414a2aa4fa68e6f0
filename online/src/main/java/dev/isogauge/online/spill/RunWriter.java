package dev.isogauge.online.spill;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the records of a sorted run, without the lock that a buffered stream takes for each. */
final class RunWriter implements Closeable {
  private final OutputStream to;
  private final NumberBuffer head = new NumberBuffer();
  private final byte[] buffer = new byte[1 << 16];
  private int filled;

  RunWriter(Path file) throws IOException {
    to = Files.newOutputStream(file);
  }

  /** Begins a record; its content follows. */
  void record(long time, long rank, int length) throws IOException {
    head.clear();
    head.number(time);
    head.number(rank);
    head.number(length);
    write(head.bytes(), 0, head.length());
  }

  void write(byte[] bytes, int from, int length) throws IOException {
    if (filled + length > buffer.length) {
      to.write(buffer, 0, filled);
      filled = 0;
    }
    if (length > buffer.length) {
      to.write(bytes, from, length);
    } else {
      System.arraycopy(bytes, from, buffer, filled, length);
      filled += length;
    }
  }

  @Override
  public void close() throws IOException {
    try (to) {
      to.write(buffer, 0, filled);
    }
  }
}
