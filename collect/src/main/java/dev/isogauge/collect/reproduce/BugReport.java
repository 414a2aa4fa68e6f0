package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.adapter.AdapterDatabase;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.CellFiles;
import dev.isogauge.collect.litmus.DatabaseResult;
import dev.isogauge.collect.litmus.MatrixPage;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.report.CommandLines;
import dev.isogauge.report.HtmlReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A bug report for a vendor, a directory for each finding: the schedule, a program that needs only
 * the driver or the store's own client, the history, what happened and why it is wrong, and the
 * page.
 */
public final class BugReport {
  private static final String SHOULD_HAVE =
      "For that, a transaction should have failed, or have read or left something else.";

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
    Optional<ProgramClient> client = client(level);
    Path folder =
        directory.resolve(
            CellFiles.fileName(database.name() + "-" + level.id() + "-" + cell.schedule().id()));
    Files.createDirectories(folder);
    if (client.isPresent()) { // A database of the user's may have none.
      writeProgram(
          Reproduction.of(
              client.get(),
              cell,
              head(level, cell.schedule().title(), new Connecting(client.get().program())),
              correct(level, cell)),
          new Connecting(client.get().program()),
          folder);
    }
    Files.writeString(folder.resolve("schedule.litmus"), cell.schedule().text());
    CellFiles.write(database.version(), level, claims(level), cell, folder, "report");
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

  Optional<ProgramClient> client(Level level) {
    if (database instanceof AdapterDatabase adapter) {
      return Optional.of(new AdapterProgram(adapter, level, settings));
    }
    return Databases.program(database.name(), level, settings)
        .flatMap(
            program ->
                program.store().isEmpty()
                    ? database.plainSql(level).map(sql -> new JdbcProgram(sql, program))
                    : Optional.of(new StoreProgram(program)));
  }

  private static void writeProgram(String text, Connecting connecting, Path folder)
      throws IOException {
    Files.writeString(folder.resolve(Reproduction.CLASS + ".java"), text);
    if (connecting.program().bringsOthers()) {
      Files.writeString(folder.resolve("pom.xml"), connecting.project());
    }
  }

  /**
   * Writes the report on an anomaly that a test recorded, below a directory. Likely schedules are
   * run on the database: if one breaks a claim, the report is about that one. Otherwise the fault
   * depends on timing, which the report says, and its program tries until it is seen again.
   *
   * @param command what found it
   * @return the report's own directory
   */
  public Path write(
      Level level, RecordedFinding finding, FindingSource scene, String command, Path directory)
      throws IOException, InterruptedException {
    Optional<ProgramClient> client = scene(scene, client(level));
    Optional<Cell> again = Optional.empty();
    String obstacle = "";
    if (client.isPresent()) {
      try {
        again = new ScheduleReduction(database, level, finding.kind()).find(finding.schedules());
      } catch (DatabaseException e) {
        obstacle = " The database failed when it was tried again: " + e.getMessage() + ".";
      }
    }
    Path folder =
        again.isPresent()
            ? write(level, again.get(), directory)
            : Files.createDirectories(
                directory.resolve(
                    CellFiles.fileName(database.name() + "-" + level.id() + "-" + finding.id())));
    try (OutputStream out = Files.newOutputStream(folder.resolve("recorded.jsonl"))) {
      HistoryFormat.JSONL.write(finding.shrunk().history(), out);
    }
    Files.writeString(folder.resolve("command.txt"), command + "\n");
    if (again.isEmpty()) {
      String remark = remark(client.isPresent(), scene, finding) + obstacle;
      writeRecorded(level, finding, remark, folder);
      if (client.isPresent() && scene == FindingSource.ONE_SERVER && finding.steps().isPresent()) {
        writeRace(level, finding, client.get(), remark, folder);
      }
    }
    return folder;
  }

  /**
   * A program reaches one server. What stores that run in the program show on one member, it shows,
   * too.
   */
  private static Optional<ProgramClient> scene(
      FindingSource scene, Optional<ProgramClient> client) {
    return client.filter(
        each ->
            scene == FindingSource.ONE_SERVER
                || (scene == FindingSource.SEVERAL_SERVERS && each instanceof StoreProgram));
  }

  private String remark(boolean hasProgram, FindingSource scene, RecordedFinding finding) {
    String again = "recorded.jsonl is what the transactions saw; command.txt runs the test again.";
    if (scene == FindingSource.FAILING_SERVERS) {
      return "It was found while servers were made to fail, and depends on when they did, so there"
          + " is no program that shows it. "
          + again;
    } else if (!hasProgram && scene == FindingSource.SEVERAL_SERVERS) {
      return "It needs several servers, so there is no program that reaches one. " + again;
    } else if (!hasProgram) {
      return "There is no program that shows it: Isogauge writes none for "
          + database.name()
          + ", or it is reached by a driver of yours. "
          + again;
    } else if (finding.steps().isEmpty()) {
      return "The transactions use aggregates, which no schedule has, so there is no program. "
          + again;
    } else if (scene == FindingSource.SEVERAL_SERVERS) {
      return "None of the schedules that were tried shows it every time on one server: it needs"
          + " several, or depends on timing, so there is no program. "
          + again;
    }
    return "It depends on timing: none of the schedules that were tried shows it every time."
        + " Reproduce.java runs its transactions at the same time until they see what they saw; it"
        + " may need several attempts, or never succeed. "
        + again;
  }

  private void writeRecorded(Level level, RecordedFinding finding, String remark, Path folder)
      throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(finding.kind().title() + " on " + database.version() + " at " + level);
    lines.add("");
    lines.add(remark);
    lines.add("");
    lines.addAll(explanation(level, finding));
    Files.writeString(folder.resolve("report.txt"), String.join("\n", lines) + "\n");
    try (OutputStream out = Files.newOutputStream(folder.resolve("report.html"))) {
      HtmlReport page = new HtmlReport(out, program, CommandLines.NONE);
      page.file(List.of(finding.result()), false);
      page.finish();
    }
  }

  private List<String> explanation(Level level, RecordedFinding finding) {
    List<String> lines = new ArrayList<>();
    lines.add(claims(level) + ".");
    Explainer explainer = new Explainer(finding.shrunk().history());
    finding.shrunk().verdict().anomalies().stream()
        .filter(anomaly -> anomaly.kind() == finding.kind())
        .findFirst()
        .ifPresent(
            anomaly ->
                explainer.explain(anomaly).text().stripTrailing().lines().forEach(lines::add));
    lines.add(SHOULD_HAVE);
    return lines;
  }

  void writeRace(
      Level level, RecordedFinding finding, ProgramClient client, String remark, Path folder)
      throws IOException {
    RecordedSteps steps = finding.steps().orElseThrow();
    List<String> head =
        head(level, finding.kind().title() + ", found by a test", new Connecting(client.program()));
    head.add(remark);
    writeProgram(
        Reproduction.ofRace(
            client,
            finding.inRecordedOrder(steps),
            steps.steps().stream().map(RecordedSteps.RecordedStep::seen).toList(),
            RecordedFinding.endedBefore(steps),
            head,
            explanation(level, finding)),
        new Connecting(client.program()),
        folder);
  }

  /** The command comes first. */
  private List<String> head(Level level, String title, Connecting connecting) {
    List<String> lines = new ArrayList<>();
    lines.add(connecting.command());
    lines.add("");
    lines.addAll(connecting.requirements());
    lines.add("");
    lines.add(database.version() + " at " + level + ": " + title + ".");
    if (!settings.isEmpty()) {
      lines.add("Settings: " + settings + ".");
    }
    lines.add(
        "Driver: " + connecting.driver() + ". Java " + System.getProperty("java.version") + ", ");
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

  /** The level may have been judged by what the user asked for instead. */
  private String claims(Level level) {
    Level own =
        database.capabilities().levels().stream()
            .filter(each -> each.name().equals(level.name()))
            .findFirst()
            .orElse(level);
    String claims = own + " claims " + String.join(" and ", own.claimed());
    return own.equals(level)
        ? claims
        : claims + "; --level asks for " + String.join(" and ", level.claimed());
  }

  private List<String> correct(Level level, Cell cell) {
    List<String> lines = new ArrayList<>();
    if (!cell.breaksClaim()) {
      lines.add(claims(level) + ", which allows this; no serial order explains it:");
      cell.findings().stream()
          .findFirst()
          .ifPresent(finding -> finding.explanation().lines().forEach(lines::add));
      return lines;
    }
    lines.add(
        claims(level)
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
    lines.add(SHOULD_HAVE);
    return lines;
  }
}
