package dev.isogauge.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Verdict;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What applications do that texts do not show; all of them serial programs. */
class ApplicationsTest {
  @TempDir Path directory;
  private Path file;
  private DataSource plain;

  /** What an application does with recorded connections. */
  interface Program {
    void run(DataSource source) throws Exception;
  }

  private History record(String system, List<String> setup, Program program) throws Exception {
    plain = Databases.open(system);
    Databases.run(plain, setup.toArray(String[]::new));
    file = directory.resolve("run.jsonl");
    try (Recorder recorder = Recorder.create(file)) {
      program.run(IsogaugeDataSource.wrap(plain, recorder));
    }
    return Recorded.history(file);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean isQuery = statement.execute(sql);
      if (isQuery) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            rows.getObject(1);
          }
        }
      }
    }
  }

  private static final String ACCOUNTS =
      "CREATE TABLE accounts (id INT PRIMARY KEY, balance INT, owner VARCHAR(9))";
  private static final String ROWS = "INSERT INTO accounts VALUES (1, 100, 'ann'), (2, 100, 'bob')";

  private void assertNotViolated(History history) throws Exception {
    for (IsolationLevel level :
        List.of(IsolationLevel.READ_COMMITTED, IsolationLevel.SERIALIZABILITY)) {
      assertThat(Checks.check(history, level))
          .as(() -> level + "\n" + text())
          .isNotInstanceOf(Verdict.Violated.class);
    }
  }

  private String text() {
    try {
      return Files.readString(file);
    } catch (Exception e) {
      return e.toString();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgres"})
  void updatableResultsAndAbsenceByPosition(String system) throws Exception {
    History history =
        record(
            system,
            List.of(ACCOUNTS, ROWS),
            source -> {
              try (Connection connection = source.getConnection();
                  Statement statement =
                      connection.createStatement(
                          ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
                try (ResultSet rows =
                    statement.executeQuery("SELECT id, balance FROM accounts WHERE id = 1")) {
                  rows.next();
                  rows.updateInt(2, 55);
                  rows.updateRow();
                }
                execute(connection, "SELECT balance FROM accounts WHERE id = 1");
                try (ResultSet rows =
                    statement.executeQuery("SELECT id, balance FROM accounts WHERE id = 9")) {
                  assertThat(rows.isBeforeFirst()).isFalse();
                }
              }
            });
    assertNotViolated(history);
    // PostgreSQL's log knows what was changed that way.
    assertThat(Checks.check(history, IsolationLevel.SERIALIZABILITY) instanceof Verdict.Satisfied)
        .isEqualTo(system.equals("postgres"));
  }

  /** C11: rows that are read after the commit belong to the transaction that asked for them. */
  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgres", "hsqldb"})
  void resultsMayBeReadLater(String system) throws Exception {
    History history =
        record(
            system,
            List.of(ACCOUNTS, ROWS),
            source -> {
              try (Connection connection = source.getConnection();
                  Connection other = source.getConnection();
                  Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
                try (ResultSet rows =
                    statement.executeQuery("SELECT id, balance FROM accounts WHERE id IN (1, 2)")) {
                  rows.next();
                  connection.commit();
                  execute(other, "UPDATE accounts SET balance = 5 WHERE id = 2");
                  execute(connection, "SELECT balance FROM accounts WHERE id = 2");
                  rows.next();
                }
                connection.commit();
              }
            });
    assertNotViolated(history);
  }

  /** C4: tables of one name in two databases of one recording. */
  @ParameterizedTest
  @ValueSource(strings = {"h2", "sqlite", "hsqldb"})
  void twoDatabasesOfOneRecording(String system) throws Exception {
    DataSource one = Databases.open(system);
    DataSource two = Databases.open(system);
    file = directory.resolve("run.jsonl");
    try (Recorder recorder = Recorder.create(file)) {
      RecordedConnections connections = RecordedConnections.of(recorder);
      for (DataSource each : List.of(one, two)) {
        Databases.run(each, ACCOUNTS);
        try (Connection connection = connections.record(each.getConnection())) {
          execute(connection, "SELECT balance FROM accounts WHERE id = 1");
          execute(connection, "INSERT INTO accounts VALUES (1, 5, 'ann')");
          execute(connection, "SELECT balance FROM accounts WHERE id = 1");
        }
      }
    }
    assertThat(Checks.check(Recorded.history(file), IsolationLevel.STRICT_SERIALIZABILITY))
        .as(text())
        .isInstanceOf(Verdict.Satisfied.class);
  }

  /** D10: the verdict names the statement, how often it occurred, and what to do. */
  @Test
  void unknownStatementsAreNamed() throws Exception {
    History history =
        record(
            "h2",
            List.of(ACCOUNTS, ROWS),
            source -> {
              try (Connection connection = source.getConnection()) {
                execute(connection, "UPDATE accounts SET balance = 7 WHERE owner = 'ann'");
                execute(connection, "UPDATE accounts SET balance = 8 WHERE owner = 'bob'");
              }
            });
    assertThat(Checks.check(history, IsolationLevel.SERIALIZABILITY).toString())
        .contains("UPDATE accounts SET balance = ? WHERE owner = ? (4 unknown operations; ")
        .contains("it searches by a condition other than the primary key");
  }

  /** Deeply nested text, and many rows in one transaction. */
  @ParameterizedTest
  @ValueSource(strings = {"h2", "sqlite"})
  void nothingTakesLong(String system) throws Exception {
    record(
        system,
        List.of("CREATE TABLE t (id INT PRIMARY KEY, v INT)"),
        source -> {
          try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            long begin = System.nanoTime();
            execute(
                connection,
                "SELECT v FROM t WHERE " + "(".repeat(30) + "id = 1 OR v = 2" + ")".repeat(30));
            try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
              for (int i = 0; i < 20_000; i++) {
                insert.setInt(1, i);
                insert.setInt(2, i);
                insert.addBatch();
              }
              insert.executeBatch();
            }
            execute(connection, "SELECT * FROM t");
            connection.commit();
            assertThat((System.nanoTime() - begin) / 1e9).isLessThan(30);
          }
        });
  }

  /** What eight times as many rows cost is far from sixty-four times as much. */
  @Test
  void readingStaysLinear() throws Exception {
    DataSource source = Databases.open("h2");
    Databases.run(
        source,
        "CREATE TABLE t (id INT PRIMARY KEY, v INT)",
        "INSERT INTO t SELECT x, x FROM system_range(1, 80000)");
    try (Recorder recorder = Recorder.create(directory.resolve("run.jsonl"));
        Connection connection = IsogaugeDataSource.wrap(source, recorder).getConnection()) {
      connection.setAutoCommit(false);
      scan(connection, 20_000);
      assertThat(scan(connection, 80_000)).isLessThan(24 * Math.max(1e7, scan(connection, 10_000)));
    }
  }

  /** The CPU time of a transaction that reads so many rows. */
  private static double scan(Connection connection, int rows) throws SQLException {
    long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    execute(connection, "SELECT * FROM t WHERE id <= " + rows);
    connection.commit();
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;
  }

  @Test
  void aRecordingThatHasEndedDoesNoHarm() throws Exception {
    DataSource source = Databases.open("h2");
    Databases.run(source, ACCOUNTS, ROWS);
    Recorder recorder = Recorder.create(directory.resolve("run.jsonl"));
    DataSource recorded = IsogaugeDataSource.wrap(source, recorder);
    try (Connection connection = recorded.getConnection()) {
      execute(connection, "UPDATE accounts SET balance = 1 WHERE id = 1");
      recorder.close();
      execute(connection, "UPDATE accounts SET balance = 2 WHERE id = 1");
      connection.setAutoCommit(false);
      execute(connection, "UPDATE accounts SET balance = 3 WHERE id = 1");
      connection.commit();
    }
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT balance FROM accounts WHERE id = 1")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(3);
    }
  }

  /** An update that leaves a row as it was counts none there, though the row is there. */
  @Tag("mariadb")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void countsOfChangedRows(boolean autoCommit) throws Exception {
    History history =
        record(
            "mariadb that counts changes",
            List.of(ACCOUNTS, ROWS),
            source -> {
              try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(autoCommit);
                for (String sql :
                    List.of(
                        "UPDATE accounts SET balance = 100 WHERE id = 1",
                        "SELECT balance FROM accounts WHERE id = 1",
                        "UPDATE accounts SET balance = balance + 0 WHERE id = 1",
                        "INSERT INTO accounts VALUES (1, 5, 'x')"
                            + " ON DUPLICATE KEY UPDATE balance = 100",
                        "INSERT INTO accounts VALUES (2, 5, 'x')"
                            + " ON DUPLICATE KEY UPDATE balance = 7",
                        "INSERT IGNORE INTO accounts VALUES (1, 5, 'x')",
                        "SELECT id, balance FROM accounts WHERE id IN (1, 2)",
                        "UPDATE accounts SET balance = 100 WHERE id IN (1, 2)",
                        "SELECT id, balance FROM accounts WHERE id IN (1, 2)",
                        "DELETE FROM accounts WHERE id = 1",
                        "UPDATE accounts SET balance = 100 WHERE id = 1",
                        "SELECT balance FROM accounts WHERE id = 1")) {
                  execute(connection, sql);
                }
                if (!autoCommit) {
                  connection.commit();
                }
              }
            });
    assertNotViolated(history);
  }

  /** Times in another zone than this process's, as Hibernate sends them, some of which it lacks. */
  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgres", "sqlite", "hsqldb"})
  void timesOfAnotherZone(String system) throws Exception {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
    try {
      History history =
          record(
              system,
              List.of("CREATE TABLE t (id INT PRIMARY KEY, v TIMESTAMP)"),
              ApplicationsTest::sendTimes);
      assertNotViolated(history);
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Tag("mariadb")
  @Test
  void timesOfAnotherZoneOnMariaDb() throws Exception {
    timesOfAnotherZone("mariadb");
  }

  private static void sendTimes(DataSource source) throws SQLException {
    Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        PreparedStatement update = connection.prepareStatement("UPDATE t SET v = ? WHERE id = 1");
        PreparedStatement select = connection.prepareStatement("SELECT v FROM t WHERE id = 1")) {
      statement.execute("INSERT INTO t (id) VALUES (1)");
      for (String time : List.of("03:30", "02:30", "01:30", "02:30")) {
        Timestamp sent = Timestamp.from(Instant.parse("2024-03-10T" + time + ":00Z"));
        update.setTimestamp(1, sent, utc);
        update.executeUpdate();
        try (ResultSet rows = select.executeQuery()) {
          rows.next();
          assertThat(rows.getTimestamp(1, utc)).isEqualTo(sent);
        }
      }
    }
  }
}
