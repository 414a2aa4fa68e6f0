package dev.isogauge.app.io;

import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.spi.Input;
import dev.isogauge.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The histories that a command line names.
 *
 * @param inputs the histories, in the order given
 * @param failures arguments that name none
 * @param remarks what a user should know about the search
 */
public record Inputs(List<Input> inputs, List<Report.FailedInput> failures, List<String> remarks) {
  private static final int COMPRESSION = 10;

  /** Files, directories that are searched, and {@code -} for standard input. */
  public static Inputs find(List<String> arguments, InputStream standardInput)
      throws UsageException {
    if (Collections.frequency(arguments, "-") > 1) {
      throw new UsageException("found - twice; expected standard input once, as it is read once");
    }
    Inputs found = new Inputs(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (String argument : arguments) {
      try {
        found.add(argument, standardInput);
      } catch (IOException e) {
        found.failures.add(new Report.FailedInput(argument, FileFailures.message(argument, e)));
      } catch (InvalidPathException e) {
        found.failures.add(new Report.FailedInput(argument, argument + ": not a file name"));
      }
    }
    return found;
  }

  /**
   * The one history that a command line names. Says so on the console if it cannot be found.
   *
   * @param purpose what a command does with it
   */
  public static Optional<Input> only(List<String> arguments, Console console, String purpose)
      throws UsageException {
    Inputs found = find(arguments, console.in());
    if (!found.failures.isEmpty()) {
      console.say(found.failures.get(0).message());
      return Optional.empty();
    }
    if (found.inputs.size() != 1) {
      throw new UsageException(
          "found " + found.inputs.size() + " histories; expected one to " + purpose);
    }
    return Optional.of(found.inputs.get(0));
  }

  /** How many bytes these arguments name; more than any file has for standard input. */
  public static long size(List<String> arguments) {
    long size = 0;
    for (String argument : arguments) {
      if (argument.equals("-")) {
        return Long.MAX_VALUE;
      }
      try (Stream<Path> files = Files.walk(Path.of(argument))) {
        size += files.filter(Files::isRegularFile).mapToLong(Inputs::size).sum();
      } catch (IOException | UncheckedIOException | InvalidPathException e) {
        // What cannot be read is reported when it is read.
      }
    }
    return size;
  }

  private static long size(Path file) {
    return file.toFile().length() * (file.toString().endsWith(".gz") ? COMPRESSION : 1);
  }

  /** Whether this file is one of the histories or a part of one, in whatever way it is spelt. */
  public boolean isRead(Path file) {
    return inputs.stream().anyMatch(input -> isPart(file, input));
  }

  private static boolean isPart(Path file, Input input) {
    if (input.directory().isPresent()) {
      String name = String.valueOf(file.getFileName());
      return isSame(file.toAbsolutePath().getParent(), input.directory().get())
          && (name.endsWith(".log") || name.equals("history.bincode"));
    }
    return Files.isRegularFile(file)
        && isSame(file, Path.of(input.name().equals("-") ? "/dev/stdin" : input.name()));
  }

  /** Whether two names mean one file, which need not exist. */
  public static boolean isSame(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException e) {
      return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }
  }

  private void add(String argument, InputStream standardInput) throws IOException {
    if (argument.equals("-")) {
      inputs.add(HistoryFiles.standardInput(standardInput));
      return;
    }
    Path path = Path.of(argument);
    if (!Files.isDirectory(path)) {
      inputs.add(HistoryFiles.file(path));
      return;
    }
    HistoryFiles.Found found = HistoryFiles.find(path);
    if (found.histories().isEmpty()) {
      throw new IOException(
          "the directory holds no histories (files skipped: "
              + found.skipped()
              + "); 'isogauge list formats' shows what is expected");
    }
    if (found.skipped() > 0) {
      remarks.add(argument + ": files skipped because they are not histories: " + found.skipped());
    }
    inputs.addAll(found.histories());
  }
}
