package dev.isogauge.collect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.CellOutcome;
import dev.isogauge.collect.litmus.Litmus;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.collect.litmus.Schedules;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.collect.run.WorkloadRun;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What REPEATABLE READ of MariaDB is and is not: profile {@code mariadb}. */
@Tag("mariadb")
@Timeout(180)
class MariaDbLostUpdateTest {
  private static final DatabaseOptions OPTIONS =
      DatabaseOptions.defaults().withLockTimeout(Duration.ofSeconds(1));

  @TempDir Path directory;

  private static Database mariaDb(boolean snapshotIsolation) throws Exception {
    return Databases.open(
        "mariadb",
        OPTIONS.withSettings(
            Map.of("innodb-snapshot-isolation", snapshotIsolation ? "ON" : "OFF")));
  }

  private static Cell lostUpdate(Database database, Level level) throws Exception {
    return new Litmus(List.of(), LitmusSettings.defaults(), what -> {})
        .cell(database, level, Schedules.shipped("lost-update"));
  }

  @Test
  void anUpdateIsLostAndNamed() throws Exception {
    try (Database database = mariaDb(false)) {
      Level level = database.capabilities().level("repeatable-read");
      assertThat(level.claims()).containsExactly(IsolationLevel.PL_2_99);
      Cell cell = lostUpdate(database, level);

      assertThat(cell.outcome()).isEqualTo(CellOutcome.POSSIBLE);
      assertThat(cell.findings())
          .extracting(Cell.Finding::kind)
          .contains(AnomalyKind.G_SINGLE_ITEM);
      assertThat(cell.brokenClaims()).containsExactly(IsolationLevel.PL_2_99);
      assertThat(lostUpdate(database, database.capabilities().level("serializable")).findings())
          .isEmpty();

      Verdict verdict = random(database, level, IsolationLevel.PL_2_99);
      assertThat(verdict).isInstanceOf(Verdict.Violated.class);
      assertThat(((Verdict.Violated) verdict).anomalies())
          .anyMatch(anomaly -> anomaly.kind() == AnomalyKind.LOST_UPDATE);
    }
  }

  @Test
  void snapshotIsolationPreventsItWhereItIsSwitchedOn() throws Exception {
    try (Database database = mariaDb(true)) {
      Level level = database.capabilities().level("repeatable-read");
      assertThat(level.claims()).containsExactly(IsolationLevel.SNAPSHOT_ISOLATION);

      assertThat(lostUpdate(database, level).outcome()).isEqualTo(CellOutcome.ABORTED);
      assertThat(random(database, level, IsolationLevel.SNAPSHOT_ISOLATION))
          .isInstanceOf(Verdict.Satisfied.class);
    }
  }

  @Test
  void aTableSpaceThatMayNotGrowEndsTheRun() throws Exception {
    Map<String, String> small =
        Map.of(
            "innodb-file-per-table", "OFF",
            "innodb-data-file-path", "ibdata1:12M");
    try (Database database = Databases.open("mariadb", OPTIONS.withSettings(small))) {
      RunSummary summary =
          run(
              database,
              plan(database.capabilities().defaultLevel(), Workload.LIST_APPEND, 60),
              directory.resolve("full.jsonl"));
      assertThat(summary.stopped().orElse("")).contains("no room left", "is full");
      assertThat(summary.committed()).isPositive();
    }
  }

  private static RunPlan plan(Level level, Workload workload, int seconds) {
    return new RunPlan(
        workload, workload.defaults(), level, Long.MAX_VALUE, Duration.ofSeconds(seconds), 1);
  }

  private static RunSummary run(Database database, RunPlan plan, Path file) throws Exception {
    try (Recorder recorder = RecordedSession.recorder(file, Map.of())) {
      return new WorkloadRun(database, plan, recorder).run(progress -> {});
    }
  }

  private Verdict random(Database database, Level level, IsolationLevel asked) throws Exception {
    database.clear();
    Path file = directory.resolve("random.jsonl");
    assertThat(run(database, plan(level, Workload.MINI, 3), file).stopped()).isEmpty();
    History history =
        HistoryFiles.read(HistoryFiles.file(file), Optional.of(HistoryFormat.JSONL)).history();
    return Checks.check(history, asked, Limits.DEFAULT);
  }
}
