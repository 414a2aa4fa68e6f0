package dev.isogauge.online.host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A checkpoint, without the blocks of shards, which are in a {@link StateStore}.
 *
 * @param now the time of the stream
 * @param submitted transactions taken
 * @param store the number of the checkpoint of the store
 * @param kernel what is common to all shards
 * @param shards what each has beside its blocks
 */
record CheckerState(long now, long submitted, long store, byte[] kernel, List<byte[]> shards) {

  byte[] encode() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream to = new DataOutputStream(bytes);
    to.writeLong(now);
    to.writeLong(submitted);
    to.writeLong(store);
    write(kernel, to);
    to.writeInt(shards.size());
    for (byte[] shard : shards) {
      write(shard, to);
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
    long store = from.readLong();
    byte[] kernel = read(from);
    List<byte[]> shards = new ArrayList<>();
    for (int rest = from.readInt(); rest > 0; rest--) {
      shards.add(read(from));
    }
    return new CheckerState(now, submitted, store, kernel, shards);
  }

  private static byte[] read(DataInputStream from) throws IOException {
    return from.readNBytes(from.readInt());
  }
}
