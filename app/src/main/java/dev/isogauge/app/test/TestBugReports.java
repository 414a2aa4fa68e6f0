package dev.isogauge.app.test;

import dev.isogauge.app.command.BugReports;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.reproduce.FindingSource;
import dev.isogauge.report.CheckResult;
import dev.isogauge.verdict.Limits;
import java.util.List;

/**
 * Bug reports on what a test found: a report for each anomaly that breaks what the level claims.
 */
final class TestBugReports {
  private final Database database;
  private final Level level;
  private final Limits limits;
  private final Progress progress;

  /**
   * Reports about a database.
   *
   * @param level with what it is judged by
   */
  TestBugReports(Database database, Level level, Limits limits, Progress progress) {
    this.database = database;
    this.level = level;
    this.limits = limits;
    this.progress = progress;
  }

  /** Writes them, where the user wants some. */
  void write(List<CheckResult> deciding, BugReports reports, FindingSource scene, RunFile run)
      throws UsageException, EnvironmentException {
    if (reports.directory().isEmpty()) {
      return;
    }
    progress.phase("shrinking what was found");
    TestFindings findings = TestFindings.of(deciding, level, limits);
    progress.phase("trying to see it again");
    try {
      reports.write(database, level, findings.found(), scene, run.commandLine());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    progress.pause();
    findings.omitted().forEach(reports::sayNone);
  }
}
