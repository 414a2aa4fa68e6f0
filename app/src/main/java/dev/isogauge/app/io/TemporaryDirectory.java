package dev.isogauge.app.io;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory that only its owner may read, and that goes with all that is in it, also on Ctrl-C.
 */
public final class TemporaryDirectory implements AutoCloseable {
  private static final int TRIES = 5;

  private final Path path;
  private final Thread atEnd = new Thread(this::delete, "isogauge-clean");

  private TemporaryDirectory(Path path) {
    this.path = path;
    Runtime.getRuntime().addShutdownHook(atEnd);
  }

  /** Makes one where the system has its temporary files. */
  public static TemporaryDirectory create() throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory("isogauge-"));
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** Others may still write while the process ends, so it tries more than once. */
  private void delete() {
    for (int i = 0; i < TRIES && Files.exists(path); i++) {
      try (Stream<Path> files = Files.walk(path)) {
        List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        for (Path file : deepestFirst) {
          Files.deleteIfExists(file);
        }
      } catch (NoSuchFileException e) {
        // Somebody else has deleted a part of it.
      } catch (IOException | UncheckedIOException e) {
        // The next try may do better.
      }
    }
  }

  @Override
  public void close() {
    delete();
    try {
      Runtime.getRuntime().removeShutdownHook(atEnd);
    } catch (IllegalStateException e) {
      // The process is ending.
    }
  }
}
