package dev.isogauge.collect.process;

import dev.isogauge.collect.DatabaseException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Programs of the system. */
public final class Commands {
  private Commands() {}

  /** The program of this name on the PATH. */
  public static Optional<Path> find(String name) {
    for (String directory :
        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Path candidate = Path.of(directory, name);
      if (!directory.isEmpty() && Files.isExecutable(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /** Runs a command to its end; its output is in the message if it fails. */
  public static String run(Path directory, int seconds, List<String> command)
      throws DatabaseException {
    Path log = null;
    Process process = null;
    try {
      log = Files.createTempFile(directory, "output", ".log");
      process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      String output = Files.readString(log, StandardCharsets.UTF_8).strip();
      if (!ended || process.exitValue() != 0) {
        throw new DatabaseException(
            command.get(0)
                + (ended ? " failed: " : " did not end within " + seconds + " s: ")
                + output);
      }
      return output;
    } catch (IOException e) {
      throw new DatabaseException("cannot run " + command.get(0) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseException("interrupted while " + command.get(0) + " ran", e);
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
      if (log != null) {
        log.toFile().delete();
      }
    }
  }
}
