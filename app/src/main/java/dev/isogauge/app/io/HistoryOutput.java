package dev.isogauge.app.io;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;

/** Where a command writes a history: a file that appears complete, or standard output. */
public final class HistoryOutput {
  private final Console console;
  private final Optional<Path> file;

  private HistoryOutput(Console console, Optional<Path> file) {
    this.console = console;
    this.file = file;
  }

  public static OptionSpec option() {
    return OptionSpec.builder("-o", "--output")
        .type(String.class)
        .arity("1")
        .paramLabel("OUT")
        .description("The file to write, compressed if it ends in .gz. Default: standard output.")
        .build();
  }

  public static HistoryOutput of(Arguments arguments, Console console)
      throws UsageException, EnvironmentException {
    String name = arguments.text("--output").orElse("-");
    try {
      Optional<Path> file = name.equals("-") ? Optional.empty() : Optional.of(Path.of(name));
      if (file.isPresent()) {
        AtomicFile.requirePossible(file.get());
      }
      return new HistoryOutput(console, file);
    } catch (InvalidPathException e) {
      throw Arguments.bad("-o", name, "a file name");
    }
  }

  /** The file, if it is not standard output. */
  public Optional<Path> file() {
    return file;
  }

  /** Whether that is the file of this name, in whatever way the two are spelt. */
  public boolean isFile(String other) {
    try {
      return file.isPresent() && Files.isSameFile(file.get(), Path.of(other));
    } catch (IOException | InvalidPathException e) {
      return false;
    }
  }

  public String name() {
    return file.map(Path::toString).orElse("standard output");
  }

  /** Writes the history; a format that cannot express it is a usage error with a hint. */
  public int write(History history, HistoryFormat format)
      throws UsageException, EnvironmentException {
    try {
      if (file.isEmpty()) {
        OutputStream buffered = new BufferedOutputStream(console.out(), 1 << 16);
        format.write(history, buffered);
        buffered.flush();
      } else {
        try (AtomicFile target = new AtomicFile(file.get())) {
          format.write(history, target.output());
          target.commit();
        }
      }
      return ExitCode.SATISFIED;
    } catch (UnsupportedHistoryException e) {
      throw new UsageException(e.getMessage());
    } catch (IOException e) {
      throw new EnvironmentException("cannot write " + FileFailures.message(name(), e));
    }
  }
}
