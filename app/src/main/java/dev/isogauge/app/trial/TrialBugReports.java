package dev.isogauge.app.trial;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.app.command.BugReports;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.reproduce.RecordedFinding;
import dev.isogauge.collect.reproduce.Scene;
import dev.isogauge.report.CheckResult;
import dev.isogauge.shrink.ShrinkResult;
import dev.isogauge.shrink.Shrinker;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Bug reports on what a test found: a report for each anomaly that breaks what the level claims.
 */
final class TrialBugReports {
  /** The rarest anomalies of a bad database are as good as the first. */
  private static final int MOST = 3;

  private final Database database;
  private final Level level;
  private final Limits limits;
  private final Progress progress;

  /**
   * Reports about a database.
   *
   * @param level with what it is judged by
   */
  TrialBugReports(Database database, Level level, Limits limits, Progress progress) {
    this.database = database;
    this.level = level;
    this.limits = limits;
    this.progress = progress;
  }

  /** Writes them, where the user wants some. */
  void write(List<CheckResult> deciding, BugReports reports, Scene scene, RunFile run)
      throws UsageException, EnvironmentException {
    if (reports.directory().isEmpty()) {
      return;
    }
    progress.phase("shrinking what was found");
    List<RecordedFinding> findings = findings(deciding);
    progress.phase("trying to see it again");
    try {
      reports.write(database, level, findings, scene, run.commandLine());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    progress.pause();
  }

  private List<RecordedFinding> findings(List<CheckResult> deciding) {
    List<RecordedFinding> findings = new ArrayList<>();
    Set<AnomalyKind> known = EnumSet.noneOf(AnomalyKind.class);
    for (CheckResult result : deciding) {
      boolean claimed =
          level.claims().stream()
              .anyMatch(
                  claim ->
                      claim == result.question().level()
                          || claim.implies(result.question().level()));
      if (claimed && result.verdict() instanceof Verdict.Violated violated) {
        for (AnomalyKind kind : violated.counts().keySet()) {
          if (findings.size() < MOST
              && known.add(kind)
              && new Shrinker(result.question(), limits)
                      .keeping(Set.of(kind))
                      .shrink(result.history())
                  instanceof ShrinkResult.Shrunk shrunk) {
            findings.add(new RecordedFinding(result.history(), shrunk, result.question(), kind));
          }
        }
      }
    }
    return findings;
  }
}
