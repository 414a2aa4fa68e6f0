package dev.isogauge.app.serve;

import java.io.IOException;
import java.nio.file.Path;

/** A file of the data directory is not what was written; the message says where and what to do. */
final class DamagedFileException extends IOException {
  private static final long serialVersionUID = 1;

  DamagedFileException(Path file, String message) {
    super(file + ": " + message);
  }

  DamagedFileException(Path file, long offset, String message) {
    super(file + ": byte " + offset + ": " + message);
  }
}
