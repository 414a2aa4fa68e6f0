package dev.isogauge.app.command;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.DatabaseResult;
import dev.isogauge.collect.reproduce.BugReport;
import dev.isogauge.collect.reproduce.FindingSource;
import dev.isogauge.collect.reproduce.RecordedFinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;

/** Bug reports on what breaks a claim, where the user wants some. */
public final class BugReports {
  private static final String OPTION = "--bug-report";

  private final Arguments arguments;
  private final Console console;

  public BugReports(Arguments arguments, Console console) {
    this.arguments = arguments;
    this.console = console;
  }

  public static OptionSpec option() {
    return Options.value(
        OPTION,
        "DIR",
        "Write a bug report here for each broken claim: a program that shows it without"
            + " Isogauge, the schedule, and an explanation.");
  }

  /** Before anything is run whose report could not be written. */
  public static void requirePossible(Arguments arguments)
      throws UsageException, EnvironmentException {
    requirePossible(arguments, OPTION);
  }

  /** The same for another option that names a directory to write to. */
  public static void requirePossible(Arguments arguments, String option)
      throws UsageException, EnvironmentException {
    Optional<Path> directory = arguments.path(option);
    if (directory.isPresent() && Files.isRegularFile(directory.get())) {
      throw new UsageException(
          option + ": found the file " + directory.get() + "; expected a directory");
    }
    try {
      if (directory.isPresent()) {
        Files.createDirectories(directory.get());
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          option + ": " + FileFailures.message(directory.get().toString(), e));
    }
  }

  /** Where reports go, if they are wanted. */
  public Optional<Path> directory() throws UsageException {
    return arguments.path(OPTION);
  }

  /**
   * Writes a report for each anomaly by which a recorded history breaks a claim.
   *
   * @param scene where they were found
   * @param command what recorded it
   */
  public void write(
      Database database,
      Level level,
      List<RecordedFinding> findings,
      FindingSource scene,
      String command)
      throws UsageException, EnvironmentException, InterruptedException {
    for (RecordedFinding finding : findings) {
      try {
        say(report(database).write(level, finding, scene, command, directory().orElseThrow()));
      } catch (IOException e) {
        throw cannotWrite(e);
      }
    }
  }

  private BugReport report(Database database) throws UsageException {
    return new BugReport(database, ServerSettings.of(arguments), ProductVersion.version());
  }

  private void say(Path folder) {
    if (!arguments.quiet()) {
      console.say("bug report: " + folder);
    }
  }

  /** Says on which violation there is no report, and why. */
  public void sayNone(String violation) {
    if (!arguments.quiet()) {
      console.say("no bug report on " + violation);
    }
  }

  private EnvironmentException cannotWrite(IOException e) throws UsageException {
    return new EnvironmentException(
        "cannot write " + FileFailures.message(directory().orElseThrow().toString(), e));
  }

  /** Writes a report for each cell that breaks a claim. */
  public void write(Database database, DatabaseResult result)
      throws UsageException, EnvironmentException {
    Optional<Path> directory = arguments.path(OPTION);
    if (directory.isEmpty()) {
      return;
    }
    BugReport report = report(database);
    for (DatabaseResult.Row row : result.rows()) {
      for (Cell cell : row.cells()) {
        if (cell.breaksClaim()) {
          try {
            say(report.write(row.level(), cell, directory.get()));
          } catch (IOException e) {
            throw cannotWrite(e);
          }
        }
      }
    }
  }
}
