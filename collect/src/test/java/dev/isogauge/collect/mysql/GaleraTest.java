package dev.isogauge.collect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.WorkloadRun;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What three members give whose sessions write the same items: profile {@code mariadb}. */
@Tag("mariadb")
class GaleraTest {
  private static final int ATTEMPTS = 5;

  @TempDir private Path directory;

  @Test
  void repeatableReadLosesUpdatesAndSerializableShowsWriteSkew() throws Exception {
    try (Database database = Databases.open("galera", DatabaseOptions.defaults())) {
      assertThat(isEverViolated(database, "rr", IsolationLevel.SNAPSHOT_ISOLATION)).isTrue();
      assertThat(isEverViolated(database, "ser", IsolationLevel.SERIALIZABILITY)).isTrue();
    }
  }

  @Test
  void withItsOwnSnapshotsAndCurrentReadsRepeatableReadIsSnapshotIsolation() throws Exception {
    DatabaseOptions options =
        DatabaseOptions.defaults()
            .withSettings(Map.of("innodb_snapshot_isolation", "ON", "wsrep_sync_wait", "15"));
    try (Database database = Databases.open("galera", options)) {
      assertThat(database.capabilities().level("rr").claims())
          .containsExactly(IsolationLevel.SNAPSHOT_ISOLATION);
      assertThat(Checks.check(record(database, "rr", 1), IsolationLevel.SNAPSHOT_ISOLATION))
          .isInstanceOf(Verdict.Satisfied.class);
    }
  }

  private boolean isEverViolated(Database database, String isolation, IsolationLevel level)
      throws Exception {
    for (int seed = 1; seed <= ATTEMPTS; seed++) {
      if (Checks.check(record(database, isolation, seed), level) instanceof Verdict.Violated) {
        return true;
      }
    }
    return false;
  }

  private History record(Database database, String isolation, long seed) throws Exception {
    database.clear();
    RunPlan plan =
        new RunPlan(
            Workload.MINI,
            Workload.MINI.defaults(),
            database.capabilities().level(isolation),
            2_000,
            Duration.ofSeconds(10),
            seed);
    Path file = directory.resolve(isolation + seed + ".jsonl");
    try (Recorder recorder = Recorder.create(file)) {
      new WorkloadRun(database, plan, recorder).run(progress -> {});
    }
    return HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
  }
}
