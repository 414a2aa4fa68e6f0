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
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Known faults of databases are found without a schedule that was made for them. */
@EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
class RandomWorkloadsFindTest {
  @TempDir Path directory;

  /** PostgreSQL before 12.4 misses conflicts with rows that are inserted meanwhile. */
  @ParameterizedTest
  @CsvSource({
    "postgres:12.3, list-append, 5, 10, 8",
    "postgres:12.3, mini, 60, 4, 3",
    "h2, list-append, 5, 3, 3"
  })
  void serializableIsRefuted(String name, String workload, int seconds, int runs, int least)
      throws Exception {
    DatabaseOptions options =
        name.startsWith("postgres")
            ? DatabaseOptions.defaults().withSettings(Map.of("deadlock_timeout", "10ms"))
            : DatabaseOptions.defaults();
    try (Database database = Databases.open(name, options)) {
      int found = 0;
      for (int run = 1; run <= runs; run++) {
        found += isViolated(database, workload, seconds, run) ? 1 : 0;
      }
      assertThat(found).as("runs of %s that found it", runs).isGreaterThanOrEqualTo(least);
    }
  }

  private boolean isViolated(Database database, String name, int seconds, int seed)
      throws Exception {
    database.clear();
    Workload workload = Workload.byName(name).orElseThrow();
    RunPlan plan =
        new RunPlan(
            workload,
            workload.defaults(),
            database.capabilities().level("serializable"),
            Long.MAX_VALUE,
            Duration.ofSeconds(seconds),
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
