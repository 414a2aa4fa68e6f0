package dev.isogauge.flink;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.apache.flink.connector.file.src.util.SingletonResultIterator;

/** Reads files, compressed by gzip or not, as chunks. A reader that is restored skips chunks. */
final class FileChunks implements BulkFormat<Chunk, FileSourceSplit> {
  private static final long serialVersionUID = 1;

  /** How many bits of a position are the byte in the file; the others number files. */
  static final int OFFSET_BITS = 42;

  /** Where the positions of each file begin. */
  private final Map<String, Long> numbers;

  FileChunks(Map<String, Long> numbers) {
    this.numbers = numbers;
  }

  @Override
  public Reader<Chunk> createReader(Configuration configuration, FileSourceSplit split)
      throws IOException {
    return new Chunks(split, 0);
  }

  @Override
  public Reader<Chunk> restoreReader(Configuration configuration, FileSourceSplit split)
      throws IOException {
    return new Chunks(
        split,
        split.getReaderPosition().map(CheckpointedPosition::getRecordsAfterOffset).orElse(0L));
  }

  @Override
  public boolean isSplittable() {
    return false;
  }

  @Override
  public TypeInformation<Chunk> getProducedType() {
    return ChunkSerializer.TYPE;
  }

  static InputStream uncompressed(InputStream file) throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(file, 1 << 16);
    bytes.mark(2);
    boolean isGzip = bytes.read() == 0x1f && bytes.read() == 0x8b;
    bytes.reset();
    return isGzip ? new GZIPInputStream(bytes, 1 << 16) : bytes;
  }

  private final class Chunks implements Reader<Chunk> {
    private final InputStream in;
    private final ChunkCutter cutter;
    private long read;

    Chunks(FileSourceSplit split, long skipped) throws IOException {
      String path = split.path().toString();
      in = uncompressed(split.path().getFileSystem().open(split.path()));
      cutter = new ChunkCutter(path, numbers.get(path) << OFFSET_BITS, in);
      for (; read < skipped; read++) {
        cutter.next();
      }
    }

    @Override
    public RecordIterator<Chunk> readBatch() throws IOException {
      Optional<Chunk> next = cutter.next();
      if (next.isEmpty()) {
        return null;
      }
      read++;
      SingletonResultIterator<Chunk> batch = new SingletonResultIterator<>();
      batch.set(next.get(), RecordAndPosition.NO_OFFSET, read);
      return batch;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
