package dev.isogauge.recorder.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.TransactionRecorder;
import dev.isogauge.recorder.jdbc.IsogaugeDataSource;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Isolation tests beside whatever else JUnit has. */
class TesterExpectsTest {
  @TempDir Path directory;

  private Events events(Class<?> tests) {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter("isogauge.directory", directory.toString())
        .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
        .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
        .selectors(selectClass(tests))
        .execute()
        .testEvents();
  }

  private List<String> histories() throws Exception {
    try (var files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".jsonl"))
          .map(name -> name.substring(name.indexOf('$') + 1, name.length() - 6))
          .sorted()
          .toList();
    }
  }

  private static void count(IsolationSession session, String key, AtomicInteger value) {
    synchronized (value) {
      try (TransactionRecorder transaction = session.recorder().begin()) {
        transaction.read(key, value.get() == 0 ? null : value.get());
        transaction.write(key, value.incrementAndGet());
        transaction.committed();
      }
    }
  }

  /** All shapes of tests, at the same time. */
  static class Shapes {
    @ParameterizedTest
    @ValueSource(strings = {"x", "y", "z"})
    @IsolationTest(sessions = 2, transactions = 20, minChances = 0)
    void parameterised(String key, IsolationRun run) throws Exception {
      AtomicInteger value = new AtomicInteger();
      run.sessions(session -> count(session, key, value));
      assertThat(run.recorder().counts().committed()).isEqualTo(20);
    }

    @RepeatedTest(4)
    @IsolationTest(sessions = 2, transactions = 20, minChances = 0)
    void repeated(IsolationRun run) throws Exception {
      AtomicInteger value = new AtomicInteger();
      run.sessions(session -> count(session, "x", value));
    }

    @IsolationTest(sessions = 2, transactions = 20, minChances = 0)
    void overloaded(IsolationRun run) throws Exception {
      repeated(run);
    }

    @IsolationTest(sessions = 2, transactions = 20, minChances = 0)
    void overloaded(IsolationRun run, dev.isogauge.recorder.Recorder recorder) throws Exception {
      assertThat(recorder).isSameAs(run.recorder());
      repeated(run);
    }

    @Nested
    class Within {
      @IsolationTest(sessions = 2, transactions = 20, minChances = 0)
      void nested(IsolationRun run) throws Exception {
        repeated(run);
      }
    }
  }

  @Test
  void eachInvocationHasAFileOfItsOwn() throws Exception {
    Events events = events(Shapes.class);
    assertThat(events.failed().list()).isEmpty();
    assertThat(events.started().count()).isEqualTo(10);
    assertThat(histories())
        .containsExactly(
            "Shapes$Within.nested",
            "Shapes.overloaded(IsolationRun)",
            "Shapes.overloaded(IsolationRun,Recorder)",
            "Shapes.parameterised-1",
            "Shapes.parameterised-2",
            "Shapes.parameterised-3",
            "Shapes.repeated-1",
            "Shapes.repeated-2",
            "Shapes.repeated-3",
            "Shapes.repeated-4");
  }

  /** Cleans up by the recorded source, and fails by an assertion of its own. */
  static class Own {
    static final AtomicInteger cleaned = new AtomicInteger();
    private DataSource source;

    @IsolationTest(level = IsolationLevel.SNAPSHOT_ISOLATION, sessions = 2, transactions = 2)
    void lost(IsolationRun run) throws Exception {
      JdbcDataSource h2 = new JdbcDataSource();
      h2.setUrl("jdbc:h2:mem:own;DB_CLOSE_DELAY=-1");
      source = IsogaugeDataSource.wrap(h2, run.recorder());
      execute("CREATE TABLE counters (id INT PRIMARY KEY, amount INT)");
      execute("INSERT INTO counters VALUES (1, 0)");
      try (Connection one = source.getConnection();
          Connection two = source.getConnection();
          Statement first = one.createStatement();
          Statement second = two.createStatement()) {
        one.setAutoCommit(false);
        two.setAutoCommit(false);
        for (Statement each : List.of(first, second)) {
          each.executeQuery("SELECT amount FROM counters WHERE id = 1").next();
        }
        first.executeUpdate("UPDATE counters SET amount = 1 WHERE id = 1");
        one.commit();
        second.executeUpdate("UPDATE counters SET amount = 2 WHERE id = 1");
        two.commit();
      }
      throw new AssertionError("expected 3 but was 2");
    }

    private void execute(String sql) throws Exception {
      try (Connection connection = source.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }

    @AfterEach
    void clean() throws Exception {
      execute("DELETE FROM counters WHERE id = 1");
      cleaned.incrementAndGet();
    }
  }

  @Test
  void aTestThatFailsByItselfNamesItsHistoryAndWhatItShows() throws Exception {
    List<org.junit.platform.testkit.engine.Event> failed = events(Own.class).failed().list();
    assertThat(failed).hasSize(1);
    Throwable thrown =
        failed.get(0).getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow();
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace, true));
    assertThat(thrown).hasMessage("expected 3 but was 2");
    assertThat(trace.toString())
        .contains(
            "what was recorded: snapshot-isolation is violated:",
            "How to prevent it:",
            "UPDATE account SET balance = balance - 10",
            "history: " + directory,
            "report:  file:");
    assertThat(Own.cleaned).hasValue(1);
    assertThat(Files.readString(directory.resolve(Own.class.getName() + ".lost.jsonl")))
        .doesNotContain("\"d\"");
  }
}
