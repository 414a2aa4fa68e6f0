package dev.isogauge.flink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.base.source.reader.SourceReaderBase;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.core.io.InputStatus;

/**
 * Gives a reader of files one file at a time, and keeps the others waiting.
 *
 * <p>A job that is restored with less parallelism gives one reader several files. Flink up to 2.3.0
 * may then wait for ever (FLINK-37663): a file that comes while the reader's thread waits for room
 * in its queue leaves a stale entry there, which takes the wake-up that a later thread needs. A
 * reader without files has no thread that waits.
 */
@SuppressWarnings("try") // close() may throw what Flink's interface lets it throw
final class OneFileReader implements SourceReader<Chunk, FileSourceSplit> {
  private final SourceReaderBase<?, Chunk, FileSourceSplit, ?> reader;
  private final Queue<FileSourceSplit> waiting = new ArrayDeque<>();
  private boolean isLastKnown;

  OneFileReader(SourceReaderBase<?, Chunk, FileSourceSplit, ?> reader) {
    this.reader = reader;
  }

  @Override
  public void start() {
    reader.start();
  }

  @Override
  public InputStatus pollNext(ReaderOutput<Chunk> output) throws Exception {
    InputStatus status = reader.pollNext(output);
    passOn();
    return status;
  }

  @Override
  public void addSplits(List<FileSourceSplit> files) {
    waiting.addAll(files);
    passOn();
  }

  @Override
  public void notifyNoMoreSplits() {
    isLastKnown = true;
    if (waiting.isEmpty()) {
      reader.notifyNoMoreSplits();
    }
  }

  /** Returns the next file once there is no other, and after the last that it was the last. */
  private void passOn() {
    if (waiting.isEmpty() || reader.getNumberOfCurrentlyAssignedSplits() > 0) {
      return;
    }
    reader.addSplits(List.of(waiting.remove()));
    if (isLastKnown && waiting.isEmpty()) {
      reader.notifyNoMoreSplits();
    }
  }

  @Override
  public List<FileSourceSplit> snapshotState(long checkpoint) {
    List<FileSourceSplit> files = new ArrayList<>(reader.snapshotState(checkpoint));
    files.addAll(waiting);
    return files;
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return reader.isAvailable();
  }

  @Override
  public void handleSourceEvents(SourceEvent event) {
    reader.handleSourceEvents(event);
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) throws Exception {
    reader.notifyCheckpointComplete(checkpoint);
  }

  @Override
  public void pauseOrResumeSplits(Collection<String> paused, Collection<String> resumed) {
    reader.pauseOrResumeSplits(paused, resumed);
  }

  @Override
  public void close() throws Exception {
    reader.close();
  }
}
