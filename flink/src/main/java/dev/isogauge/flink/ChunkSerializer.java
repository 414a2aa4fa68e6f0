package dev.isogauge.flink;

import dev.isogauge.format.HistoryFormat;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** {@code source, format, position, line, bytes}. */
final class ChunkSerializer extends ValueSerializer<Chunk> {
  private static final long serialVersionUID = 1;
  private static final int VERSION = 1;
  private static final ChunkSerializer INSTANCE = new ChunkSerializer();
  static final TypeInformation<Chunk> TYPE = new Type<>(Chunk.class, INSTANCE);

  @Override
  public Chunk createInstance() {
    return new Chunk("", HistoryFormat.JSONL, 0, 0, Chunk.CONSECUTIVE, new byte[0]);
  }

  @Override
  public void serialize(Chunk chunk, DataOutputView to) throws IOException {
    writeText(chunk.source(), to);
    writeText(chunk.format().id(), to);
    to.writeLong(chunk.position());
    to.writeLong(chunk.line());
    to.writeInt(chunk.lines().length);
    for (int line : chunk.lines()) {
      to.writeInt(line);
    }
    writeBytes(chunk.bytes(), to);
  }

  @Override
  public Chunk deserialize(DataInputView from) throws IOException {
    return new Chunk(
        readText(from),
        HistoryFormat.byName(readText(from)).orElseThrow(),
        from.readLong(),
        from.readLong(),
        readLines(from),
        readBytes(from));
  }

  private static int[] readLines(DataInputView from) throws IOException {
    int[] lines = new int[from.readInt()];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = from.readInt();
    }
    return lines;
  }

  @Override
  public TypeSerializerSnapshot<Chunk> snapshotConfiguration() {
    return new ChunkSnapshot();
  }

  /** Made by Flink too. */
  public static final class ChunkSnapshot extends Snapshot<Chunk> {
    /** For the present layout. */
    public ChunkSnapshot() {
      super(VERSION, INSTANCE);
    }
  }
}
