package dev.isogauge.collect.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
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
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A known fault of a database is found without a schedule that was made for it. */
@EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
class RandomWorkloadsFindTest {
  /** About half of the runs find it. */
  private static final int MOST_RUNS = 60;

  @TempDir Path directory;

  @Test
  void postgresBefore124IsNotSerializable() throws Exception {
    DatabaseOptions options =
        DatabaseOptions.defaults().withSettings(Map.of("deadlock_timeout", "10ms"));
    try (Database database = Databases.open("postgres:12.3", options)) {
      boolean found = false;
      for (int run = 1; run <= MOST_RUNS && !found; run++) {
        found = isViolated(database, run);
      }
      assertThat(found).as("a violation in %s runs", MOST_RUNS).isTrue();
    }
  }

  private boolean isViolated(Database database, int seed) throws Exception {
    database.clear();
    Workload workload = Workload.LIST_APPEND;
    RunPlan plan =
        new RunPlan(
            workload,
            workload.defaults(),
            database.capabilities().level("serializable"),
            Long.MAX_VALUE,
            Duration.ofSeconds(5),
            seed);
    Path file = directory.resolve(seed + ".jsonl");
    try (Recorder recorder = RecordedSession.recorder(file, Map.of())) {
      new WorkloadRun(database, plan, recorder).run(progress -> {});
    }
    History history =
        HistoryFiles.read(HistoryFiles.file(file), Optional.of(HistoryFormat.JSONL)).history();
    return Checks.check(history, IsolationLevel.SERIALIZABILITY, Limits.DEFAULT)
        instanceof Verdict.Violated;
  }
}
