package dev.isogauge.app.io;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.Failures;
import dev.isogauge.app.command.UsageException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The directory that {@code --out} names. */
public final class OutDirectory {
  private OutDirectory() {}

  /** Creates it before a run, so that nothing is run whose result cannot be kept. */
  public static Optional<Path> create(Arguments arguments)
      throws UsageException, EnvironmentException {
    Optional<Path> out = arguments.path("--out");
    try {
      if (out.isPresent()) {
        Files.createDirectories(out.get());
      }
      return out;
    } catch (FileAlreadyExistsException e) {
      throw new UsageException("--out: found the file " + out.get() + "; expected a directory");
    } catch (IOException e) {
      throw new EnvironmentException("--out: " + Failures.message(out.get().toString(), e));
    }
  }
}
