package dev.isogauge.format.spi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/** Where a history comes from: a file, standard input, or a directory that is one history. */
public interface Input {
  /**
   * The name that messages and reports use.
   *
   * @return the name, such as a path
   */
  String name();

  /**
   * Opens the content, decompressed; the caller closes it.
   *
   * @return the content; of a directory, that of the file in it that holds the history
   * @throws IOException when it cannot be opened
   */
  InputStream open() throws IOException;

  /**
   * The directory, if the input is one.
   *
   * @return the directory; empty for everything else
   */
  default Optional<Path> directory() {
    return Optional.empty();
  }
}
