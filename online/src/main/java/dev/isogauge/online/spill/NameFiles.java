package dev.isogauge.online.spill;

import dev.isogauge.history.Atoms;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds names that two transactions have, where there are too many for memory: they go to files by
 * hash ({@code (name (i64) line (i64))*}), of which one at a time is looked through.
 */
final class NameFiles implements AutoCloseable {
  private static final int FILES = 128;
  private static final int BUFFER_BYTES = 1 << 13;
  private static final int ENTRY_BYTES = 16;

  private final Path directory;
  private final DataOutputStream[] files = new DataOutputStream[FILES];

  /** A name and where it stands. */
  record Entry(long name, long line) {}

  NameFiles(Path directory) {
    this.directory = directory;
  }

  private Path file(int number) {
    return directory.resolve("names" + number);
  }

  void add(long name, long line) throws IOException {
    if (name == Atoms.NO_NAME) {
      return;
    }
    int number = (int) (HashCommon.mix(name) >>> 40) & (FILES - 1);
    if (files[number] == null) {
      files[number] =
          new DataOutputStream(
              new BufferedOutputStream(Files.newOutputStream(file(number)), BUFFER_BYTES));
    }
    files[number].writeLong(name);
    files[number].writeLong(line);
  }

  /** The second use of a name, if there is any. */
  Optional<Entry> twice() throws IOException {
    for (int number = 0; number < FILES; number++) {
      if (files[number] != null) {
        files[number].close();
        Optional<Entry> found = twice(file(number));
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Entry> twice(Path file) throws IOException {
    try (DataInputStream from =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      LongOpenHashSet known = new LongOpenHashSet();
      for (long rest = Files.size(file) / ENTRY_BYTES; rest > 0; rest--) {
        long name = from.readLong();
        long line = from.readLong();
        if (!known.add(name)) {
          return Optional.of(new Entry(name, line));
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    for (DataOutputStream file : files) {
      try {
        if (file != null) {
          file.close();
        }
      } catch (IOException e) {
        // It is removed with its directory.
      }
    }
  }
}
