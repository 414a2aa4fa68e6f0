package dev.isogauge.app.serve;

import java.io.IOException;
import java.nio.file.Path;

/** A file of the data directory is not what was written; the message says where and what to do. */
final class DamagedFileException extends IOException {
  private static final long serialVersionUID = 1;

  DamagedFileException(Path file, String message) {
    super(file + ": " + message);
  }

  /** With how to go on. */
  static DamagedFileException withAdvice(Path file, String message) {
    return new DamagedFileException(
        file, message + "; restore the data directory from a copy, or name another one");
  }
}
