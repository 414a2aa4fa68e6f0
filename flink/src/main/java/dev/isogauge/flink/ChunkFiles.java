package dev.isogauge.flink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.base.source.reader.SourceReaderBase;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.PendingSplitsCheckpoint;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Flink's source of files, with readers that take one file at a time. */
final class ChunkFiles
    implements Source<Chunk, FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>> {
  private static final long serialVersionUID = 1;

  private final FileSource<Chunk> files;

  /** Positions follow the order of the files. */
  ChunkFiles(List<Path> paths) {
    Map<String, Long> numbers = new HashMap<>();
    for (Path path : paths) {
      numbers.put(path.toString(), (long) numbers.size());
    }
    files =
        FileSource.forBulkFileFormat(new FileChunks(numbers), paths.toArray(new Path[0])).build();
  }

  @Override
  public SourceReader<Chunk, FileSourceSplit> createReader(SourceReaderContext context) {
    // What Flink's own source of files makes.
    return new OneFileReader(
        (SourceReaderBase<?, Chunk, FileSourceSplit, ?>) files.createReader(context));
  }

  @Override
  public Boundedness getBoundedness() {
    return files.getBoundedness();
  }

  @Override
  public SplitEnumerator<FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>>
      createEnumerator(SplitEnumeratorContext<FileSourceSplit> context) {
    return files.createEnumerator(context);
  }

  @Override
  public SplitEnumerator<FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>>
      restoreEnumerator(
          SplitEnumeratorContext<FileSourceSplit> context,
          PendingSplitsCheckpoint<FileSourceSplit> checkpoint) {
    return files.restoreEnumerator(context, checkpoint);
  }

  @Override
  public SimpleVersionedSerializer<FileSourceSplit> getSplitSerializer() {
    return files.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<PendingSplitsCheckpoint<FileSourceSplit>>
      getEnumeratorCheckpointSerializer() {
    return files.getEnumeratorCheckpointSerializer();
  }
}
