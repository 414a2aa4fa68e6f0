package dev.isogauge.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A program in one thread is serial, whatever it does, so its recording violates no level; and
 * recording changes nothing of what it gets. Seeds draw the programs; every fourth has only
 * statements that are understood, and satisfies every level. (SQLite computes fractions in binary,
 * so there a sum may be unknown; so may on PostgreSQL what savepoints took back.)
 */
class SerialProgramTest {
  private static final int FIRST = Integer.getInteger("isogauge.seed", 1);
  private static final int SEEDS =
      Integer.getInteger(
          "isogauge.seeds",
          "thorough".equals(System.getProperty("isogauge.test.size")) ? 2000 : 15);

  @TempDir Path directory;

  @Tag("mariadb")
  @Test
  void randomProgramsViolateNothingOnMariaDb() throws Exception {
    randomProgramsViolateNothing("mariadb");
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgres", "sqlite"})
  void randomProgramsViolateNothing(String system) throws Exception {
    for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
      Path file = directory.resolve(system + "-" + seed + ".jsonl");
      DataSource plain = Databases.open(system);
      DataSource source = Databases.open(system);
      String expected = new RandomProgram(system, seed, plain, plain).run();
      String got;
      try (Recorder recorder = Recorder.create(file)) {
        DataSource recorded = IsogaugeDataSource.wrap(source, recorder);
        got = new RandomProgram(system, seed, source, recorded).run();
      }
      assertThat(got).as("%s, seed %d", system, seed).isEqualTo(expected);
      History history = Recorded.history(file);
      for (IsolationLevel level :
          new IsolationLevel[] {
            IsolationLevel.READ_COMMITTED, IsolationLevel.STRICT_SERIALIZABILITY
          }) {
        Verdict verdict = Checks.check(history, level);
        assertThat(verdict)
            .as("%s, seed %d, %s\n%s\n%s", system, seed, level, got, Files.readString(file))
            .isNotInstanceOf(Verdict.Violated.class);
        boolean isTakenBack = system.equals("postgres") && got.contains("back\n");
        if (seed % 4 == 0 && !system.equals("sqlite") && !isTakenBack) {
          assertThat(verdict)
              .as("all is understood: %s, seed %d\n%s", system, seed, Files.readString(file))
              .isInstanceOf(Verdict.Satisfied.class);
        }
      }
    }
  }
}
