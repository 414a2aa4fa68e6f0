package dev.isogauge.app.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * Batches that the journal gives up, as they were received: JSON Lines one behind the other in
 * {@code batches-000000000001.jsonl} and so on, arrays in a file each. A service that was killed
 * meanwhile may have put some of them into two files.
 */
final class JournalArchive {
  private static final long FULL_BYTES = 256L << 20;

  private final Path directory;
  private Path file;

  JournalArchive(Path directory) {
    this.directory = directory;
  }

  /** Adds the batches before one that are still there; they are durable then. */
  void add(Records records, long before) throws IOException {
    Files.createDirectories(directory);
    records
        .store()
        .forEach(
            Records.BATCHES,
            Records.key(0),
            (key, value) -> {
              long number = ByteBuffer.wrap(key).getLong();
              if (number < before) {
                add(Batch.decode(number, value));
              }
              return number < before;
            });
    if (file != null) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
    }
    Private.force(directory);
  }

  private void add(Batch batch) throws IOException {
    boolean isArray = batch.format() == BatchFormat.TIMEKILLER;
    if (isArray) {
      append(path(batch, "json"), batch.body());
      return;
    }
    if (file == null || Files.size(file) >= FULL_BYTES) {
      file = path(batch, "jsonl");
      Files.deleteIfExists(file);
    }
    append(file, batch.body());
  }

  private Path path(Batch batch, String ending) {
    return directory.resolve(
        String.format(Locale.ROOT, "batches-%012d.%s", batch.sequence(), ending));
  }

  private static void append(Path path, byte[] body) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE)) {
      OutputStream out = Channels.newOutputStream(channel);
      out.write(body);
      if (body[body.length - 1] != '\n') {
        out.write('\n');
      }
    }
  }
}
