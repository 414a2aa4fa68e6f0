package dev.isogauge.format.spi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/** Where a history comes from: a file, standard input, or a directory that is one history. */
public interface Input {
  /** The name that messages and reports use. */
  String name();

  /** The content, decompressed. Not for directories. */
  InputStream open() throws IOException;

  /** The directory, if the input is one. */
  default Optional<Path> directory() {
    return Optional.empty();
  }
}
