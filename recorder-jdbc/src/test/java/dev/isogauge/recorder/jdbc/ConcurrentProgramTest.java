package dev.isogauge.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Plan;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random programs side by side never violate what the database gives at its level. */
class ConcurrentProgramTest {
  private static final int FIRST = Integer.getInteger("isogauge.seed", 1);
  private static final int SEEDS =
      Integer.getInteger(
          "isogauge.seeds", "thorough".equals(System.getProperty("isogauge.test.size")) ? 300 : 2);
  private static final int PROGRAMS = 3;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "postgres, 8, SERIALIZABILITY",
    "postgres, 4, SNAPSHOT_ISOLATION",
    "postgres, 2, READ_COMMITTED",
    "sqlite, 8, SERIALIZABILITY",
    "h2, 2, READ_COMMITTED"
  })
  void whatTheDatabaseGivesIsNotViolated(String system, int isolation, IsolationLevel level)
      throws Exception {
    for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
      Path file = directory.resolve(system + "-" + isolation + "-" + seed + ".jsonl");
      run(system, isolation, seed, file);
      History history = Recorded.history(file);
      Plan plan = Plan.of(history);
      Verdict verdict = plan.route(plan.question(level)).check(Limits.DEFAULT);
      assertThat(verdict)
          .as("%s, seed %d, %s\n%s", system, seed, level, Files.readString(file))
          .isNotInstanceOf(Verdict.Violated.class);
    }
  }

  @Tag("mariadb")
  @ParameterizedTest
  @CsvSource({"mariadb, 8, SERIALIZABILITY", "mariadb, 2, READ_COMMITTED"})
  void whatMariaDbGivesIsNotViolated(String system, int isolation, IsolationLevel level)
      throws Exception {
    whatTheDatabaseGivesIsNotViolated(system, isolation, level);
  }

  private static void run(String system, int isolation, int seed, Path file) throws Exception {
    DataSource plain = Databases.open(system);
    ExecutorService threads = Executors.newFixedThreadPool(PROGRAMS);
    try (Recorder recorder = Recorder.create(file)) {
      DataSource recorded = IsogaugeDataSource.wrap(plain, recorder);
      new RandomProgram(system, seed, plain, recorded).setUp();
      try (Connection first = recorded.getConnection()) {
        // What is there now is the initial state.
        assertThat(first.isValid(5)).isTrue();
      }
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < PROGRAMS; i++) {
        RandomProgram program = new RandomProgram(system, PROGRAMS * seed + i, plain, recorded);
        running.add(threads.submit(() -> beside(program, isolation)));
      }
      for (Future<?> each : running) {
        each.get(120, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void beside(RandomProgram program, int isolation) throws SQLException {
    try {
      program.runBeside(isolation, 12);
    } catch (SQLException e) {
      // The database was busy at a commit or a rollback: this program ends here.
    }
    return null;
  }
}
