package dev.isogauge.flink;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Where transactions come from. */
final class TransactionSources {
  private static final int MOST_FILES = 1 << (Long.SIZE - 2 - FileChunks.OFFSET_BITS);

  private TransactionSources() {}

  static DataStream<Chunk> chunks(StreamExecutionEnvironment environment, JobOptions options)
      throws OptionException {
    Optional<Topic> topic = Topic.of(options.source());
    return topic.isPresent()
        ? messages(environment, topic.get(), options.isBatch())
        : files(environment, options.source());
  }

  /** All messages of a topic; a batch ends where the topic ends now. */
  private static DataStream<Chunk> messages(
      StreamExecutionEnvironment environment, Topic topic, boolean isBatch) {
    KafkaSourceBuilder<Chunk> source =
        KafkaSource.<Chunk>builder()
            .setBootstrapServers(topic.brokers())
            .setTopics(topic.name())
            .setGroupId("isogauge")
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setProperty("isolation.level", "read_committed")
            .setDeserializer(new MessageChunks());
    if (isBatch) {
      source.setBounded(OffsetsInitializer.latest());
    }
    return environment
        .fromSource(
            source.build(), WatermarkStrategy.noWatermarks(), "source", ChunkSerializer.TYPE)
        .uid("source");
  }

  private static DataStream<Chunk> files(StreamExecutionEnvironment environment, String source)
      throws OptionException {
    return environment
        .fromSource(
            new ChunkFiles(files(source)),
            WatermarkStrategy.noWatermarks(),
            "source",
            ChunkSerializer.TYPE)
        .uid("source");
  }

  /**
   * The initial value that the first file states before its first transaction. Messages of a topic
   * may be gone by the time a job goes on, so they do not count.
   */
  static Optional<String> statedInitialValue(String source) throws OptionException {
    if (Topic.of(source).isPresent()) {
      return Optional.empty();
    }
    Path first = files(source).get(0);
    try (InputStream in = FileChunks.uncompressed(first.getFileSystem().open(first))) {
      return new ChunkCutter(first.toString(), 0, in).statedInitialValue();
    } catch (IOException e) {
      throw new OptionException("cannot read " + first + ": " + e.getMessage());
    }
  }

  /** All files, in the order of their paths, which positions follow. */
  private static List<Path> files(String source) throws OptionException {
    List<Path> files = new ArrayList<>();
    try {
      Path root = new Path(source);
      FileSystem system = root.getFileSystem();
      collect(system.getFileStatus(root), system, files);
    } catch (FileNotFoundException e) {
      throw new OptionException("found nothing at " + source + "; expected a file or directory");
    } catch (IOException | IllegalArgumentException e) {
      throw new OptionException("cannot read " + source + ": " + e.getMessage());
    }
    if (files.isEmpty() || files.size() >= MOST_FILES) {
      throw new OptionException(
          "found " + files.size() + " files in " + source + "; expected 1 to " + MOST_FILES);
    }
    return files;
  }

  private static void collect(FileStatus found, FileSystem system, List<Path> files)
      throws IOException {
    if (!found.isDir()) {
      files.add(found.getPath());
      return;
    }
    FileStatus[] inside = system.listStatus(found.getPath());
    Arrays.sort(inside, Comparator.comparing(status -> status.getPath().toString()));
    for (FileStatus status : inside) {
      String name = status.getPath().getName();
      if (!name.startsWith(".") && !name.startsWith("_")) {
        collect(status, system, files);
      }
    }
  }
}
