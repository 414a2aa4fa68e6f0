package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.PlainSql;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.CellFiles;
import dev.isogauge.collect.litmus.DatabaseResult;
import dev.isogauge.collect.litmus.MatrixPage;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A bug report for a vendor, a directory for each finding: the schedule, a program that needs only
 * the driver, the history, what happened and why it is wrong, and the page.
 */
public final class BugReport {
  private final Database database;
  private final Map<String, String> settings;
  private final String program;

  /**
   * Reports about a database.
   *
   * @param settings as the user gave them
   * @param program what the reports say made them
   */
  public BugReport(Database database, Map<String, String> settings, String program) {
    this.database = database;
    this.settings = Map.copyOf(settings);
    this.program = program;
  }

  /**
   * Writes the report on a cell that breaks a claim, below a directory.
   *
   * @return the report's own directory
   */
  public Path write(Level level, Cell cell, Path directory) throws IOException {
    PlainSql sql =
        database
            .plainSql(level)
            .orElseThrow(() -> new IllegalArgumentException(database.name() + " has no SQL"));
    Path folder =
        directory.resolve(
            CellFiles.fileName(database.name() + "-" + level.id() + "-" + cell.schedule().id()));
    Files.createDirectories(folder);
    Connecting connecting = Connecting.to(database.name(), sql.system(), settings);
    Files.writeString(
        folder.resolve(Reproduction.CLASS + ".java"),
        Reproduction.of(
            sql, cell, connecting.url(), head(level, cell, connecting), correct(level, cell)));
    Files.writeString(folder.resolve("schedule.litmus"), cell.schedule().text());
    CellFiles.write(database.version(), level, cell, folder, "report");
    try (OutputStream page = Files.newOutputStream(folder.resolve("report.html"))) {
      MatrixPage.write(
          List.of(
              new DatabaseResult(
                  database.name(),
                  database.version(),
                  List.of(new DatabaseResult.Row(level, List.of(cell))),
                  "")),
          List.of(),
          program,
          page);
    }
    return folder;
  }

  /** The command comes first. */
  private List<String> head(Level level, Cell cell, Connecting connecting) {
    List<String> lines = new ArrayList<>();
    lines.add(connecting.command());
    lines.add("");
    lines.add(
        "with " + connecting.jar() + " from Maven's repositories in this directory. Java 17.");
    lines.add("");
    lines.add(database.version() + " at " + level + ": " + cell.schedule().title() + ".");
    if (!settings.isEmpty()) {
      lines.add("Settings: " + settings + ".");
    }
    lines.add(
        "Driver: " + connecting.jar() + ". Java " + System.getProperty("java.version") + ", ");
    lines.add(
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch")
            + ". Found by "
            + program
            + ".");
    lines.add("It ends with 1 if it shows the fault, else with 0.");
    return lines;
  }

  private static List<String> correct(Level level, Cell cell) {
    List<String> lines = new ArrayList<>();
    lines.add(
        level
            + " claims "
            + String.join(" and ", level.claimed())
            + ". This violates "
            + cell.brokenClaims().stream()
                .map(IsolationLevel::id)
                .collect(Collectors.joining(" and "))
            + ":");
    cell.findings().stream()
        .filter(
            finding -> finding.kind().violates().stream().anyMatch(cell.brokenClaims()::contains))
        .findFirst()
        .ifPresent(finding -> finding.explanation().lines().forEach(lines::add));
    lines.add(
        "One of the transactions should have failed, or should have read or left something else.");
    return lines;
  }
}
