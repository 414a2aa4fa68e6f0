package dev.isogauge.recorder.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.isogauge.history.History;
import dev.isogauge.history.HistoryRecorder;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.TransactionRecorder;
import dev.isogauge.recorder.UnknownScope;
import dev.isogauge.recorder.jdbc.IsogaugeDataSource;
import dev.isogauge.recorder.jdbc.Mapping;
import dev.isogauge.recorder.jdbc.TableMapping;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Tests that pass and fail, run by JUnit itself. */
class IsolationTestTest {
  @TempDir Path directory;

  private List<Event> failures(Class<?> tests) {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter("isogauge.directory", directory.toString())
        .selectors(selectClass(tests))
        .execute()
        .testEvents()
        .failed()
        .list();
  }

  private String onlyFailure(Class<?> tests) {
    List<Event> failures = failures(tests);
    assertThat(failures).hasSize(1);
    return failures
        .get(0)
        .getRequiredPayload(TestExecutionResult.class)
        .getThrowable()
        .orElseThrow()
        .getMessage();
  }

  /** Counters that transactions increment in the wrong way. */
  static class Lossy {
    @IsolationTest(level = IsolationLevel.SNAPSHOT_ISOLATION, sessions = 4, transactions = 200)
    void increments(IsolationRun run) throws Exception {
      JdbcDataSource h2 = new JdbcDataSource();
      h2.setUrl("jdbc:h2:mem:lossy;DB_CLOSE_DELAY=-1");
      try (Connection connection = h2.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("DROP TABLE IF EXISTS counters");
        statement.execute("CREATE TABLE counters (id INT PRIMARY KEY, amount INT)");
      }
      DataSource source =
          IsogaugeDataSource.wrap(
              h2, run.recorder(), Mapping.of(TableMapping.of("counters", "id", "amount")));
      try (Connection connection = source.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("INSERT INTO counters (id, amount) VALUES (1, 0)");
      }
      AtomicInteger unique = new AtomicInteger();
      run.sessions(session -> increment(source, session.random(), unique.incrementAndGet()));
    }

    private static void increment(DataSource source, Random random, int unique)
        throws SQLException {
      try (Connection connection = source.getConnection()) {
        connection.setAutoCommit(false);
        try (PreparedStatement select =
                connection.prepareStatement("SELECT amount FROM counters WHERE id = ?");
            PreparedStatement update =
                connection.prepareStatement("UPDATE counters SET amount = ? WHERE id = ?")) {
          select.setInt(1, 1);
          try (ResultSet row = select.executeQuery()) {
            row.next();
            update.setInt(1, row.getInt(1) / 1000 * 1000 + 1000 * random.nextInt(9) + unique);
          }
          LockSupport.parkNanos(100_000);
          update.setInt(2, 1);
          update.executeUpdate();
          connection.commit();
        }
      }
    }
  }

  @Test
  void aViolationFailsWithItsExplanationAndFiles() throws Exception {
    String message = onlyFailure(Lossy.class);
    assertThat(message)
        .startsWith("snapshot-isolation is violated:\n")
        .contains("counters/1", "session-", "history: " + directory, "report:  file:");
    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              Lossy.class.getName() + ".increments.jsonl",
              Lossy.class.getName() + ".increments.html");
    }
  }

  /** As persistence libraries throw it. */
  private static final class OptimisticLockFailure extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Each session has a key of its own. */
  static class Sound {
    @IsolationTest(
        level = IsolationLevel.STRICT_SERIALIZABILITY,
        sessions = 2,
        transactions = 50,
        minChances = 0)
    void ownKeys(IsolationRun run) throws Exception {
      int[] values = new int[3];
      run.sessions(
          session -> {
            int number = session.number();
            try (TransactionRecorder transaction = session.recorder().begin()) {
              transaction.read("x" + number, values[number] == 0 ? null : values[number]);
              transaction.write("x" + number, ++values[number]);
              transaction.committed();
            }
          });
      assertThat(run.recorder().counts().committed()).isEqualTo(50);
    }

    @IsolationTest(
        level = IsolationLevel.SNAPSHOT_ISOLATION,
        sessions = 2,
        transactions = 50,
        retries = 1)
    void anOptimisticLockThatFailsIsAChance(IsolationRun run) throws Exception {
      AtomicBoolean hasFailed = new AtomicBoolean();
      int[] values = new int[3];
      run.sessions(
          session -> {
            if (hasFailed.compareAndSet(false, true)) {
              throw new OptimisticLockFailure();
            }
            try (TransactionRecorder transaction = session.recorder().begin()) {
              transaction.write("x" + session.number(), ++values[session.number()]);
              transaction.committed();
            }
          });
    }

    @IsolationTest(seconds = 1, transactions = Integer.MAX_VALUE, sessions = 1, allowUnknown = true)
    void endsInTime(IsolationRun run) throws Exception {
      run.sessions(
          session -> {
            try (TransactionRecorder transaction = session.recorder().begin()) {
              transaction.unknownRead(UnknownScope.everything());
              transaction.committed();
              Thread.sleep(50);
            }
          });
    }

    @IsolationTest(sessions = 2, transactions = 4, minChances = 0, minCommitted = 0)
    void errorsOfTheDatabaseAreCounted(IsolationRun run) throws Exception {
      run.sessions(
          session -> {
            throw new IllegalStateException(new SQLException("deadlock", "40001"));
          });
      assertThat(run.failedTransactions()).isEqualTo(4);
      try (TransactionRecorder transaction = run.recorder().session("s").begin()) {
        transaction.write("x", 1);
        transaction.committed();
      }
    }
  }

  @Test
  void whatHoldsPasses() {
    assertThat(failures(Sound.class)).isEmpty();
  }

  /** Every transaction fails, as after a typo, but for one before them. */
  static class Typo {
    @IsolationTest(sessions = 2, transactions = 200)
    void typo(IsolationRun run) throws Exception {
      try (TransactionRecorder transaction = run.recorder().session("setup").begin()) {
        transaction.write("x", 1);
        transaction.committed();
      }
      run.sessions(
          session -> {
            throw new SQLException("no such table: acounts", "42P01");
          });
    }
  }

  @Test
  void aTestWhoseTransactionsFailFails() {
    assertThat(onlyFailure(Typo.class))
        .contains(
            "serializability holds, but that is not enough: only 0 of 200 transactions"
                + " succeeded; expected 50%",
            "failed: 200 error of the database (42P01)", "no such table: acounts");
  }

  /** One session does everything. */
  static class Alone {
    @IsolationTest(sessions = 1, transactions = 5)
    void alone(IsolationRun run) throws Exception {
      int[] value = {0};
      run.sessions(session -> update(session, value));
    }

    static void update(IsolationSession session, int[] value) {
      try (TransactionRecorder transaction = session.recorder().begin()) {
        transaction.read("x", value[0] == 0 ? null : value[0]);
        transaction.write("x", ++value[0]);
        transaction.committed();
      }
    }
  }

  @Test
  void aTestWithoutOverlapFails() {
    assertThat(onlyFailure(Alone.class))
        .contains("no transactions of two sessions overlapped; run them by run.sessions");
  }

  /** Nothing of what is committed is recorded. */
  static class WrongMapping {
    @IsolationTest(sessions = 2, transactions = 5)
    void unmapped(IsolationRun run) throws Exception {
      run.sessions(
          session -> {
            try (TransactionRecorder transaction = session.recorder().begin()) {
              transaction.committed();
            }
          });
    }
  }

  @Test
  void aTestWithoutOperationsFails() {
    assertThat(onlyFailure(WrongMapping.class))
        .contains(
            "no committed transaction has an operation, so there is nothing to judge; do the"
                + " statements use the tables and columns of the mapping?");
  }

  /** What a correct application has. */
  static class Retried {
    @IsolationTest(
        sessions = 1,
        transactions = 4,
        retries = 3,
        minChances = 0,
        minCommitted = 1,
        expected = IllegalArgumentException.class)
    void retried(IsolationRun run) throws Exception {
      AtomicInteger tries = new AtomicInteger();
      int[] value = {0};
      run.sessions(
          session -> {
            int now = tries.incrementAndGet();
            if (now % 3 != 0) {
              throw new IllegalStateException(new SQLException("again", "40001"));
            }
            if (now == 3) {
              throw new IllegalArgumentException("no funds");
            }
            Alone.update(session, value);
          });
      assertThat(tries).hasValue(12);
      assertThat(run.failedTransactions()).isEqualTo(9);
    }
  }

  @Test
  void retriesAndExpectedExceptionsAreFine() {
    assertThat(failures(Retried.class)).isEmpty();
    List<Event> entries =
        EngineTestKit.engine("junit-jupiter")
            .configurationParameter("isogauge.directory", directory.toString())
            .selectors(selectClass(Retried.class))
            .execute()
            .testEvents()
            .reportingEntryPublished()
            .list();
    assertThat(entries.toString())
        .contains("8 serialization failure (40001), 1 IllegalArgumentException")
        .contains("Could have shown");
  }

  /** Records nothing. */
  static class Empty {
    @IsolationTest
    void nothing(IsolationRun run) {}
  }

  @Test
  void nothingRecordedFails() {
    assertThat(onlyFailure(Empty.class)).startsWith("no committed transaction was recorded in ");
  }

  /** Not decided. */
  static class Open {
    @IsolationTest
    void unknown(Recorder recorder) {
      try (TransactionRecorder transaction = recorder.session("s").begin()) {
        transaction.unknownWrite(UnknownScope.table("a"));
        transaction.committed();
      }
    }
  }

  @Test
  void whatCannotBeDecidedFails() {
    assertThat(onlyFailure(Open.class))
        .startsWith("serializability cannot be decided: s.1 writes something unknown in table a");
  }

  /** Throws. */
  static class Broken {
    @IsolationTest(sessions = 2)
    void broken(IsolationRun run) throws Exception {
      run.sessions(
          session -> {
            throw new IllegalStateException("my own fault");
          });
    }
  }

  @Test
  void faultsOfTheTestFail() {
    assertThat(onlyFailure(Broken.class)).isEqualTo("my own fault");
  }

  @Test
  void assertionsExplain() {
    History history =
        new HistoryRecorder()
            .initially(0)
            .session("a")
            .transaction()
            .read("x", 0)
            .write("x", 1)
            .session("b")
            .transaction()
            .read("x", 0)
            .write("x", 2)
            .history();
    HistoryAssert.assertThat(history)
        .satisfies(IsolationLevel.READ_COMMITTED)
        .doesNotViolate(IsolationLevel.CAUSAL)
        .violates(IsolationLevel.SERIALIZABILITY);
    assertThatThrownBy(
            () -> HistoryAssert.assertThat(history).satisfies(IsolationLevel.SERIALIZABILITY))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("serializability is violated:\n")
        .hasMessageContaining("a.1");
    History aborted = new HistoryRecorder().session("a").transaction().aborted().history();
    assertThatThrownBy(
            () -> HistoryAssert.assertThat(aborted).satisfies(IsolationLevel.SERIALIZABILITY))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the only transaction did not commit, so there is nothing to judge");
  }

  /** Nothing to run. */
  static class NoTransaction {
    @IsolationTest
    void nothing(IsolationRun run) throws Exception {
      run.sessions();
    }
  }

  /** Nobody to run it. */
  static class NoSession {
    @IsolationTest(sessions = 0)
    void nobody(IsolationRun run) throws Exception {
      run.sessions(session -> {});
    }
  }

  @Test
  void aRunOfNothingIsRefused() {
    assertThat(onlyFailure(NoTransaction.class)).startsWith("run.sessions() has nothing to run;");
    assertThat(onlyFailure(NoSession.class)).contains("sessions = 0", "at least 1 of each");
  }
}
