package dev.isogauge.collect.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.recover.OrderRecovery;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
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
    claimIsRefuted(name, "serializable", workload, seconds, runs, least);
  }

  /** The order that the database reveals does not hide it either. */
  @Test
  void serializableIsRefutedByWhiteBox() throws Exception {
    try (Database database = Databases.open("postgres:12.3", DatabaseOptions.defaults())) {
      Level level = database.capabilities().level("serializable");
      int found = 0;
      for (int run = 1; run <= 5; run++) {
        database.clear();
        Path certificate = directory.resolve(run + "-certificate.jsonl");
        try (OrderRecovery recovery = OrderRecovery.open(database);
            OutputStream out = Files.newOutputStream(certificate)) {
          recovery.recover(record(database, "register", level, 5, run, recovery::observe), out);
        }
        found += isViolated(certificate, IsolationLevel.PL_3) ? 1 : 0;
      }
      assertThat(found).as("runs of 5 that found it").isGreaterThanOrEqualTo(4);
    }
  }

  /** Databases whose default level is refuted by the default workload in every run. */
  @ParameterizedTest
  @CsvSource({
    "mariadb, repeatable-read, list-append",
    "mysql, repeatable-read, list-append",
    "galera, repeatable-read, list-append",
    "duckdb, snapshot, items"
  })
  void everyRunRefutes(String name, String isolation, String workload) throws Exception {
    claimIsRefuted(name, isolation, workload, 5, 3, 3);
  }

  private void claimIsRefuted(
      String name, String isolation, String workload, int seconds, int runs, int least)
      throws Exception {
    try (Database database = Databases.open(name, DatabaseOptions.defaults())) {
      int found = 0;
      for (int run = 1; run <= runs; run++) {
        database.clear();
        Level level = database.capabilities().level(isolation);
        Path recording = record(database, workload, level, seconds, run, session -> session);
        boolean isRefuted = false;
        for (IsolationLevel claim : level.claims()) {
          isRefuted |= isViolated(recording, claim);
        }
        found += isRefuted ? 1 : 0;
      }
      assertThat(found).as("runs of %s that found it", runs).isGreaterThanOrEqualTo(least);
    }
  }

  private Path record(
      Database database,
      String name,
      Level level,
      int seconds,
      int seed,
      Function<RecordedSession, Session> observer)
      throws Exception {
    Workload workload = Workload.byName(name).orElseThrow();
    RunPlan plan =
        new RunPlan(
            workload,
            workload.defaults(),
            level,
            Long.MAX_VALUE,
            Duration.ofSeconds(seconds),
            seed);
    Path file = directory.resolve(seed + ".jsonl");
    try (Recorder recorder = RecordedSession.recorder(file, Map.of())) {
      new WorkloadRun(database, plan, recorder, observer).run(progress -> {});
    }
    return file;
  }

  private static boolean isViolated(Path file, IsolationLevel level) throws Exception {
    History history =
        HistoryFiles.read(HistoryFiles.file(file), Optional.of(HistoryFormat.JSONL)).history();
    return Checks.check(history, level, Limits.DEFAULT) instanceof Verdict.Violated;
  }
}
