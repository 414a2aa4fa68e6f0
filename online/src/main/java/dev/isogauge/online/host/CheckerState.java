package dev.isogauge.online.host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A checkpoint, without the blocks of shards, which lie in files of their own.
 *
 * @param now the time of the stream
 * @param submitted transactions taken
 * @param kernel what is common to all shards
 */
record CheckerState(long now, long submitted, byte[] kernel, List<Part> shards) {
  /** One shard: beside its blocks, and where these are. */
  record Part(byte[] kernel, byte[] store) {}

  byte[] encode() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream to = new DataOutputStream(bytes);
    to.writeLong(now);
    to.writeLong(submitted);
    write(kernel, to);
    to.writeInt(shards.size());
    for (Part part : shards) {
      write(part.kernel, to);
      write(part.store, to);
    }
    return bytes.toByteArray();
  }

  private static void write(byte[] part, DataOutputStream to) throws IOException {
    to.writeInt(part.length);
    to.write(part);
  }

  static CheckerState decode(byte[] bytes) throws IOException {
    DataInputStream from = new DataInputStream(new ByteArrayInputStream(bytes));
    long now = from.readLong();
    long submitted = from.readLong();
    byte[] kernel = read(from);
    List<Part> shards = new ArrayList<>();
    for (int rest = from.readInt(); rest > 0; rest--) {
      shards.add(new Part(read(from), read(from)));
    }
    return new CheckerState(now, submitted, kernel, shards);
  }

  private static byte[] read(DataInputStream from) throws IOException {
    return from.readNBytes(from.readInt());
  }
}
