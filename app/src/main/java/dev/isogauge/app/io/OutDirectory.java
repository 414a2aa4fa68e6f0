package dev.isogauge.app.io;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.UsageException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A directory that an option names, such as {@code --out}. */
public final class OutDirectory {
  private OutDirectory() {}

  /** Creates it before a run, so that nothing is run whose result cannot be kept. */
  public static Optional<Path> create(Arguments arguments)
      throws UsageException, EnvironmentException {
    return create(arguments, "--out");
  }

  /** The same for another option. */
  public static Optional<Path> create(Arguments arguments, String option)
      throws UsageException, EnvironmentException {
    Optional<Path> out = arguments.path(option);
    try {
      if (out.isPresent()) {
        Files.createDirectories(out.get());
      }
      return out;
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(option + ": found the file " + out.get() + "; expected a directory");
    } catch (IOException e) {
      throw new EnvironmentException(option + ": " + FileFailures.message(out.get().toString(), e));
    }
  }
}
