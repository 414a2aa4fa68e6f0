package dev.isogauge.format.cobra;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Makes cobra logs. */
public final class CobraLogBytes {
  public static final long INITIAL = 0xbebeebeeL;
  public static final long ABSENT = 0xdeadbeefL;
  public static final long UNNAMED = 0xabddefeeL;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);

  public CobraLogBytes start(long... longs) throws IOException {
    return record('S', longs);
  }

  public CobraLogBytes write(long writeId, long key, long value) throws IOException {
    return record('W', writeId, key, value);
  }

  public CobraLogBytes read(long writer, long writeId, long key, long value) throws IOException {
    return record('R', writer, writeId, key, value);
  }

  public CobraLogBytes commit(long... longs) throws IOException {
    return record('C', longs);
  }

  public CobraLogBytes record(char kind, long... longs) throws IOException {
    out.writeByte(kind);
    for (long value : longs) {
      out.writeLong(value);
    }
    return this;
  }

  public byte[] bytes() {
    return bytes.toByteArray();
  }
}
