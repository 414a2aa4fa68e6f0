package dev.isogauge.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** A file, or a directory that is one history. */
record PathInput(Path path, boolean isDirectory) implements Input {
  private static final String BINCODE = "history.bincode";

  static PathInput of(Path path) {
    return new PathInput(path, Files.isDirectory(path));
  }

  static boolean holdsBincode(Path directory) {
    return Files.isRegularFile(directory.resolve(BINCODE));
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
    if (isDirectory && !holdsBincode(path)) {
      throw new InputException(name(), "found a directory; expected a file");
    }
    Path file = isDirectory ? path.resolve(BINCODE) : path;
    try {
      return Gzip.decompressed(file.toString(), Files.newInputStream(file));
    } catch (NoSuchFileException e) {
      throw new InputException(file.toString(), "there is no such file");
    } catch (AccessDeniedException e) {
      throw new InputException(file.toString(), "the file cannot be read: permission denied");
    }
  }
}
