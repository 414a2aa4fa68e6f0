package dev.isogauge.app.io;

import dev.isogauge.app.command.EnvironmentException;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.GZIPOutputStream;

/**
 * A file that appears complete or not at all: written beside its place, and renamed by {@link
 * #commit}. Compressed if its name ends in {@code .gz}. What is not a regular file, such as a pipe,
 * is written in place.
 */
public final class AtomicFile implements Closeable {
  private static final int BUFFER = 1 << 16;

  private final Path target;
  private final Path written;
  private final OutputStream output;
  private boolean committed;

  /** Fails if a file cannot be there, so that nothing is done in vain. Nothing is created. */
  public static void requirePossible(Path target) throws EnvironmentException {
    Path directory = target.toAbsolutePath().getParent();
    String obstacle = "";
    if (directory == null || Files.isDirectory(target)) {
      obstacle = "is a directory";
    } else if (!Files.isDirectory(directory)) {
      obstacle = Files.exists(directory) ? "not a directory" : "no such file or directory";
    } else if (!Files.isWritable(isSpecial(target) ? target : directory)) {
      obstacle = "permission denied";
    }
    if (!obstacle.isEmpty()) {
      throw new EnvironmentException("cannot write " + target + ": " + obstacle);
    }
  }

  private static boolean isSpecial(Path target) {
    return Files.exists(target) && !Files.isRegularFile(target);
  }

  public AtomicFile(Path target) throws IOException {
    this.target = target.toAbsolutePath();
    this.written =
        isSpecial(target)
            ? this.target
            : this.target.resolveSibling(
                "." + this.target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    OutputStream raw = Files.newOutputStream(written);
    try {
      this.output =
          target.toString().endsWith(".gz")
              ? new GZIPOutputStream(raw, BUFFER)
              : new BufferedOutputStream(raw, BUFFER);
    } catch (IOException e) {
      drop(raw); // The header of gzip was too much for the disk.
      throw e;
    }
  }

  public OutputStream output() {
    return output;
  }

  /** Ends the file and puts it in its place. */
  public void commit() throws IOException {
    output.close();
    if (!written.equals(target)) {
      try {
        Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(written, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    committed = true;
  }

  /** Drops what was written, unless it was committed. */
  @Override
  public void close() throws IOException {
    if (!committed) {
      drop(output);
    }
  }

  private void drop(OutputStream stream) throws IOException {
    try {
      stream.close();
    } catch (IOException e) {
      // What is left in the buffer has no room on the disk, and is not wanted either.
    } finally {
      if (!written.equals(target)) {
        Files.deleteIfExists(written);
      }
    }
  }
}
