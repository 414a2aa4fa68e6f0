package dev.isogauge.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.postgres.TestPostgres;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.recover.OrderRecovery;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.WorkloadRun;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two recordings of one run, which know nothing of each other: the clients' own with the order that
 * PostgreSQL reveals, and that of their connections by row versions. Both say the same of every
 * level.
 */
class WhiteBoxTest {
  private static final int RUNS =
      "thorough".equals(System.getProperty("isogauge.test.size")) ? 20 : 1;

  private static TestPostgres postgres;
  private static Database database;

  /** Null while nothing is recorded. */
  private static volatile RecordedConnections recording;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws Exception {
    postgres = TestPostgres.start("18.6.0");
    database = postgres.database(WhiteBoxTest::recorded);
  }

  @AfterAll
  static void stop() {
    database.close();
    postgres.close();
  }

  @ParameterizedTest
  @CsvSource({
    "general, read-committed",
    "register, read-committed",
    "register, repeatable-read",
    "register, serializable"
  })
  void bothRecordingsSayTheSame(String workload, String isolation) throws Exception {
    for (int seed = 1; seed <= RUNS; seed++) {
      compare(workload, isolation, seed);
    }
  }

  private static Connection recorded(Connection connection) {
    RecordedConnections current = recording;
    return current == null
        ? connection
        : current.record(connection, () -> postgres.dataSource().getConnection());
  }

  private void compare(String workload, String isolation, int seed) throws Exception {
    database.clear();
    Level level = database.capabilities().level(isolation);
    Workload work = Workload.byName(workload).orElseThrow();
    RunPlan plan = new RunPlan(work, work.defaults(), level, 300, Duration.ofSeconds(20), seed);
    Path file = directory.resolve("run-" + seed + ".jsonl");
    Path clients = directory.resolve("clients-" + seed + ".jsonl");
    Path certificate = directory.resolve("certificate-" + seed + ".jsonl");
    try (OrderRecovery recovery = OrderRecovery.open(database)) {
      try (Recorder recorder = Recorder.create(file);
          Recorder own = RecordedSession.recorder(clients, Map.of())) {
        recording = RecordedConnections.of(recorder);
        new WorkloadRun(database, plan, own, recovery::observe).run(progress -> {});
      } finally {
        recording = null;
      }
      try (OutputStream out = Files.newOutputStream(certificate)) {
        recovery.recover(clients, out);
      }
    }
    assertThat(verdicts(file))
        .as("%s, %s, seed %d", workload, isolation, seed)
        .isEqualTo(verdicts(certificate));
  }

  private static Map<IsolationLevel, String> verdicts(Path file) throws Exception {
    Map<IsolationLevel, String> verdicts = new LinkedHashMap<>();
    for (IsolationLevel level :
        List.of(
            IsolationLevel.PL_1,
            IsolationLevel.PL_2,
            IsolationLevel.PL_2_99,
            IsolationLevel.PL_SI,
            IsolationLevel.PL_3)) {
      Verdict verdict =
          Checks.check(
              Recorded.history(file),
              new Question(level, OrderSource.CERTIFICATE, true),
              Limits.DEFAULT);
      verdicts.put(
          level,
          verdict instanceof Verdict.Violated violated
              ? "violated: " + new TreeSet<>(violated.counts().keySet())
              : verdict.toString().replaceAll("^Satisfied.*", "satisfied"));
    }
    return verdicts;
  }
}
