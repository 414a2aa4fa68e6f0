package dev.isogauge.format;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A file, or a directory that is one history. */
record PathInput(Path path, boolean isDirectory) implements Input {
  private static final String BINCODE = "history.bincode";

  static PathInput of(Path path) {
    return new PathInput(path, Files.isDirectory(path));
  }

  /** The history of a directory that holds one, perhaps in the only folder that it holds. */
  static Optional<Path> bincode(Path directory) throws IOException {
    Path folder = directory;
    while (!Files.isRegularFile(folder.resolve(BINCODE))) {
      List<Path> entries;
      try (Stream<Path> listed = Files.list(folder)) {
        entries = listed.limit(2).toList();
      }
      if (entries.size() != 1
          || !Files.isDirectory(entries.get(0))
          || Files.isSymbolicLink(entries.get(0))) {
        return Optional.empty();
      }
      folder = entries.get(0);
    }
    return Optional.of(folder.resolve(BINCODE));
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public Optional<Path> directory() {
    return isDirectory ? Optional.of(path) : Optional.empty();
  }

  /** The file; of a directory, the file in it that dbcop gives a fixed name. */
  @Override
  public InputStream open() throws IOException {
    Path file = path;
    if (isDirectory) {
      file =
          bincode(path)
              .orElseThrow(() -> new InputException(name(), "found a directory; expected a file"));
    }
    return Gzip.decompressed(file.toString(), Files.newInputStream(file));
  }
}
