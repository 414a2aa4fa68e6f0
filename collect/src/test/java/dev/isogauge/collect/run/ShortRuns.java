package dev.isogauge.collect.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.workload.Parameters;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.recorder.Recorder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Short, recorded runs of workloads with few keys, and a PostgreSQL for most of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ShortRuns {
  /** The number of transactions ends a run, on slow machines too. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  /**
   * PostgreSQL knows deadlocks, and no other session keeps a lock for longer than a transaction.
   */
  private static final Duration LOCK_TIMEOUT = Duration.ofMinutes(1);

  private static final int SESSIONS = 6;

  /** HSQLDB misses deadlocks of more. */
  private static final int SESSIONS_OF_HSQLDB = 3;

  private static final int KEYS = 6;

  @TempDir protected Path directory;
  protected Database postgres;
  private int runs;

  @BeforeAll
  void start() throws DatabaseException {
    // With few keys there are many deadlocks, and PostgreSQL looks for them after a second only.
    postgres =
        Databases.open(
            "postgres",
            DatabaseOptions.defaults()
                .withLockTimeout(LOCK_TIMEOUT)
                .withSettings(Map.of("deadlock_timeout", "50ms")));
  }

  @AfterAll
  void stop() {
    postgres.close();
  }

  /** Runs the workload on empty tables, each time with another seed, and gives the recording. */
  protected Path record(
      Database database,
      String name,
      String isolation,
      int transactions,
      Function<RecordedSession, Session> observer)
      throws DatabaseException {
    return record(database, name, isolation, transactions, observer, line -> {});
  }

  /** The same, and tells each line when its transaction has ended. */
  protected Path record(
      Database database,
      String name,
      String isolation,
      int transactions,
      Function<RecordedSession, Session> observer,
      Consumer<String> lines)
      throws DatabaseException {
    Workload workload = Workload.byName(name).orElseThrow();
    Parameters few =
        new Parameters(
            database.name().startsWith("hsqldb") ? SESSIONS_OF_HSQLDB : SESSIONS,
            workload.defaults().operations(),
            workload.defaults().readRatio(),
            KEYS,
            workload.defaults().writesPerKey(),
            workload.defaults().distribution());
    RunPlan plan =
        new RunPlan(
            workload, few, database.capabilities().level(isolation), transactions, LONGEST, ++runs);
    Path recording = directory.resolve(runs + ".jsonl");
    RunSummary summary;
    try (Recorder recorder = RecordedSession.recorder(recording, Map.of(), lines)) {
      summary = new WorkloadRun(database, plan, recorder, observer).run(progress -> {});
    }
    assertThat(summary.stopped()).isEmpty();
    assertThat(summary.rejected()).isEmpty();
    assertThat(summary.committed()).isPositive();
    return recording;
  }

  protected static History read(Path file) throws IOException {
    return HistoryFiles.read(HistoryFiles.file(file), Optional.of(HistoryFormat.JSONL)).history();
  }
}
