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
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What applications do, with the truth known by construction: a serial program violates nothing, a
 * planted anomaly is never satisfied, and found where the statements are understood.
 */
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

  /** Texts of serial programs: the database, how tables are made, and statements. */
  static Stream<Arguments> serialPrograms() {
    return Stream.of(
            "h2,postgres|"
                + ACCOUNTS
                + "|UPDATE accounts SET balance = 1 WHERE id = 1; UPDATE accounts SET balance = 2"
                + " WHERE id = 2|SELECT id, balance FROM accounts WHERE id IN (1, 2)",
            "h2,postgres|CREATE TABLE t (a VARCHAR(5), b VARCHAR(5), v INT, PRIMARY KEY (a, b))"
                + "|INSERT INTO t VALUES ('x,y', 'z', 1)|INSERT INTO t VALUES ('x', 'y,z', 2)"
                + "|SELECT v FROM t WHERE a = 'x,y' AND b = 'z'",
            "h2,postgres|CREATE TABLE t (id CHAR(5) PRIMARY KEY, v CHAR(5))|INSERT INTO t VALUES"
                + " ('a', 'b')|SELECT v FROM t WHERE id = 'a'|SELECT v FROM t WHERE id = 'a  '",
            "h2,postgres,sqlite|CREATE TABLE t (id INT PRIMARY KEY, v NUMERIC(6,2))|INSERT INTO t"
                + " VALUES (1, 1.239)|SELECT v FROM t WHERE id = 1|UPDATE t SET v = '07' WHERE id ="
                + " '1'|SELECT v FROM t WHERE id = 1",
            "h2,postgres|CREATE TABLE t (id INT PRIMARY KEY, v DOUBLE PRECISION)|INSERT INTO t"
                + " VALUES (1, 'NaN')|SELECT v FROM t WHERE id = 1|UPDATE t SET v = 'Infinity'"
                + " WHERE id = 1|SELECT v FROM t WHERE id = 1",
            "h2,postgres|"
                + ACCOUNTS
                + "|CREATE SCHEMA IF NOT EXISTS other|CREATE TABLE IF NOT EXISTS other.accounts (id"
                + " INT PRIMARY KEY, balance INT)|DELETE FROM other.accounts|INSERT INTO"
                + " other.accounts VALUES (1, 5)|SELECT balance FROM accounts WHERE id = 1|SELECT"
                + " balance FROM other.accounts WHERE id = 1",
            "h2,postgres|"
                + ACCOUNTS
                + "|CREATE TABLE \"Accounts\" (id INT PRIMARY KEY, balance INT)|INSERT INTO"
                + " \"Accounts\" VALUES (1, 7)|SELECT balance FROM accounts WHERE id = 1|SELECT"
                + " balance FROM \"Accounts\" WHERE id = 1",
            "postgres|"
                + ACCOUNTS
                + "|EXPLAIN ANALYZE UPDATE accounts SET balance = 5 WHERE id = 1|SELECT balance"
                + " FROM accounts WHERE id = 1",
            "postgres|"
                + ACCOUNTS
                + "|WITH t AS (UPDATE accounts SET balance = 9 WHERE id = 1 RETURNING id) SELECT *"
                + " FROM t|SELECT balance FROM accounts WHERE id = 1",
            "h2,postgres|"
                + ACCOUNTS
                + ";CREATE TABLE parts (id INT PRIMARY KEY, account INT REFERENCES accounts ON"
                + " DELETE CASCADE, v INT)|INSERT INTO parts VALUES (1, 1, 1)|SELECT v FROM parts"
                + " WHERE id = 1|DELETE FROM accounts WHERE id = 1|SELECT v FROM parts WHERE id = 1",
            "postgres|"
                + ACCOUNTS
                + ";CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.balance ="
                + " NEW.balance + 1; RETURN NEW; END $$;CREATE TRIGGER g BEFORE UPDATE ON accounts"
                + " FOR EACH ROW EXECUTE FUNCTION f()|UPDATE accounts SET balance = 5 WHERE id ="
                + " 1|SELECT balance FROM accounts WHERE id = 1",
            "sqlite|"
                + ACCOUNTS
                + ";CREATE TRIGGER g AFTER UPDATE ON accounts WHEN NEW.balance = 5 BEGIN UPDATE"
                + " accounts SET balance = 77 WHERE id = 2; END|UPDATE accounts SET balance = 5"
                + " WHERE id = 1|SELECT balance FROM accounts WHERE id = 2",
            "h2,postgres,sqlite|"
                + ACCOUNTS
                + ";CREATE VIEW w AS SELECT * FROM accounts|SELECT balance FROM w WHERE id = 1",
            "h2,postgres,sqlite|"
                + ACCOUNTS
                + "|DROP TABLE accounts|"
                + ACCOUNTS
                + "|SELECT balance FROM accounts WHERE id = 1|INSERT INTO accounts VALUES (1, 3,"
                + " 'x')|SELECT balance FROM accounts WHERE id = 1",
            "postgres|CREATE TABLE t (id INT PRIMARY KEY, v JSONB, w INT[])|INSERT INTO t VALUES"
                + " (1, '{\"b\":1, \"a\":2}', '{1,2}')|SELECT v, w FROM t WHERE id = 1|UPDATE t SET"
                + " v = '{}' WHERE id = 1|SELECT * FROM t WHERE id = 1",
            "sqlite|CREATE TABLE t (id TEXT COLLATE NOCASE PRIMARY KEY, v INT)|INSERT INTO t VALUES"
                + " ('A', 1)|UPDATE t SET v = 2 WHERE id = 'a'|SELECT v FROM t WHERE id = 'A'|UPDATE"
                + " t SET v = 1 WHERE id = 'a'|SELECT id, v FROM t WHERE id = 'A'",
            "h2,postgres|"
                + ACCOUNTS
                + "|INSERT INTO accounts VALUES (3, 1, 'x')|TRUNCATE TABLE accounts|SELECT balance"
                + " FROM accounts WHERE id = 3")
        .flatMap(
            text -> {
              String[] parts = text.split("\\|", -1);
              return Stream.of(parts[0].split(",", -1))
                  .map(system -> Arguments.of(system, List.of(parts).subList(1, parts.length)));
            });
  }

  @ParameterizedTest
  @MethodSource("serialPrograms")
  void serialProgramsViolateNothing(String system, List<String> program) throws Exception {
    for (boolean autoCommit : new boolean[] {true, false}) {
      History history =
          record(
              system,
              Stream.of(
                      Stream.of(program.get(0).split(";(?=CREATE)", -1)),
                      program.get(0).contains("accounts") ? Stream.of(ROWS) : Stream.<String>of())
                  .flatMap(each -> each)
                  .toList(),
              source -> {
                try (Connection connection = source.getConnection()) {
                  connection.setAutoCommit(autoCommit);
                  for (String sql : program.subList(1, program.size())) {
                    execute(connection, sql);
                  }
                  if (!autoCommit) {
                    connection.commit();
                  }
                }
                try (Connection connection = source.getConnection()) {
                  execute(connection, program.get(program.size() - 1));
                }
              });
      assertNotViolated(history);
    }
  }

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
  void valuesComeBackAsTheyWereSent(String system) throws Exception {
    String bytes = system.equals("h2") ? "BINARY(16)" : "BYTEA";
    History history =
        record(
            system,
            List.of(
                "CREATE TABLE t (id "
                    + bytes
                    + " PRIMARY KEY, a TIMESTAMP, b TIMESTAMP WITH TIME ZONE, c UUID, d BOOLEAN,"
                    + " e DATE, f REAL)"),
            source -> {
              try (Connection connection = source.getConnection()) {
                byte[] key = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
                for (int i = 0; i < 2; i++) {
                  try (PreparedStatement insert =
                      connection.prepareStatement(
                          i == 0
                              ? "INSERT INTO t (a, b, c, d, e, f, id) VALUES (?, ?, ?, ?, ?, ?, ?)"
                              : "UPDATE t SET a=?, b=?, c=?, d=?, e=?, f=? WHERE id = ?")) {
                    insert.setObject(1, LocalDateTime.of(2024, 1, 2, 3, 4, 5, 123456789 * i));
                    insert.setObject(
                        2, OffsetDateTime.of(2024, 1, 2, 3, 4, i, 0, ZoneOffset.ofHours(9)));
                    insert.setObject(3, UUID.fromString("ABCDEF00-0000-0000-0000-00000000000" + i));
                    insert.setBoolean(4, i == 0);
                    insert.setDate(5, java.sql.Date.valueOf("2024-03-31"));
                    insert.setDouble(6, 0.1 + i);
                    insert.setBytes(7, key);
                    insert.executeUpdate();
                  }
                  execute(connection, "SELECT * FROM t");
                  try (PreparedStatement query =
                      connection.prepareStatement("SELECT c, d FROM t WHERE id = ?")) {
                    query.setBytes(1, key);
                    try (ResultSet rows = query.executeQuery()) {
                      assertThat(rows.next()).isTrue();
                    }
                  }
                }
              }
            });
    assertNotViolated(history);
    String key = system.equals("postgres") ? "\"t/\\\\x0102" : "[\"r\",\"t.c/0x0102";
    assertThat(text()).contains(key, "abcdef00-0000-0000-0000-000000000001");
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

  /** Two connections, each of which looks, and then writes; {@code T1} and {@code T2}. */
  private History skew(String system, String look, String... writes) throws Exception {
    return record(
        system,
        List.of(ACCOUNTS, ROWS),
        source -> {
          try (Connection first = source.getConnection();
              Connection second = source.getConnection()) {
            for (Connection each : List.of(first, second)) {
              each.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
              each.setAutoCommit(false);
            }
            if (!look.isEmpty()) {
              execute(first, look);
              execute(second, look);
            }
            execute(first, writes[0]);
            execute(second, writes[1]);
            first.commit();
            Thread other = new Thread(() -> commit(second), "other");
            other.start();
            other.join();
          }
        });
  }

  private static void commit(Connection connection) {
    try {
      connection.commit();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgres"})
  void writeSkewIsFound(String system) throws Exception {
    History history =
        skew(
            system,
            "SELECT id, balance FROM accounts WHERE id IN (1, 2)",
            "UPDATE accounts SET balance = balance - 150 WHERE id = 1",
            "UPDATE accounts SET balance = balance - 150 WHERE id = 2");
    assertThat(Checks.check(history, IsolationLevel.SERIALIZABILITY))
        .as(text())
        .isInstanceOf(Verdict.Violated.class);
    assertThat(Checks.check(history, IsolationLevel.SNAPSHOT_ISOLATION))
        .isInstanceOf(Verdict.Satisfied.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "|UPDATE accounts SET balance = 0 WHERE id = 1 AND (SELECT sum(balance) FROM accounts) > 100"
            + "|UPDATE accounts SET balance = 0 WHERE id = 2 AND (SELECT sum(balance) FROM accounts)"
            + " > 100",
        "SELECT id FROM accounts WHERE id = 1 AND EXISTS (SELECT 1 FROM accounts WHERE balance > 50)"
            + "|UPDATE accounts SET balance = 0 WHERE id = 1|UPDATE accounts SET balance = 0 WHERE"
            + " id = 2",
        "|INSERT INTO accounts VALUES (3, 1, (SELECT max(owner) FROM accounts))|INSERT INTO accounts"
            + " VALUES (4, 1, (SELECT max(owner) FROM accounts))",
        "SELECT accounts.balance FROM (SELECT * FROM accounts) accounts|UPDATE accounts SET balance"
            + " = 0 WHERE id = 1|UPDATE accounts SET balance = 0 WHERE id = 2",
        "|DELETE FROM accounts WHERE id = 1 AND EXISTS (SELECT 1 FROM accounts WHERE id = 2)|DELETE"
            + " FROM accounts WHERE id = 2 AND EXISTS (SELECT 1 FROM accounts WHERE id = 1)",
        "SELECT sum(balance) FROM accounts|UPDATE accounts SET balance = 0 WHERE id = 1|UPDATE"
            + " accounts SET balance = 0 WHERE id = 2",
      })
  void hiddenReadsAreNeverSatisfied(String statements) throws Exception {
    String[] parts = statements.split("\\|", -1);
    for (String system : List.of("h2", "postgres")) {
      History history = skew(system, parts[0], parts[1], parts[2]);
      assertThat(Checks.check(history, IsolationLevel.SERIALIZABILITY))
          .as(system + text())
          .isNotInstanceOf(Verdict.Satisfied.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgres"})
  void lostUpdatesAreFoundBesideEverythingElse(String system) throws Exception {
    String identity = system.equals("h2") ? "INT GENERATED BY DEFAULT AS IDENTITY" : "SERIAL";
    History history =
        record(
            system,
            List.of(),
            source -> {
              try (Connection first = source.getConnection();
                  Connection second = source.getConnection()) {
                execute(first, "DROP TABLE IF EXISTS accounts CASCADE");
                execute(
                    first,
                    "CREATE TABLE accounts (id "
                        + identity
                        + " PRIMARY KEY, balance INT, changed TIMESTAMP)");
                try (PreparedStatement insert =
                    first.prepareStatement(
                        "INSERT INTO accounts (balance, changed) VALUES (?, now())",
                        Statement.RETURN_GENERATED_KEYS)) {
                  insert.setInt(1, 100);
                  insert.executeUpdate();
                  try (ResultSet keys = insert.getGeneratedKeys()) {
                    assertThat(keys.next()).isTrue();
                    assertThat(keys.getInt(1)).isOne();
                  }
                }
                execute(first, "SELECT * FROM accounts ORDER BY id");
                execute(first, "SELECT count(*) FROM accounts");
                execute(first, "UPDATE accounts SET balance = 5 WHERE balance = 4321");
                execute(first, "ALTER TABLE accounts ADD COLUMN note VARCHAR(9)");
                for (Connection each : List.of(first, second)) {
                  each.setAutoCommit(false);
                  execute(each, "SELECT * FROM accounts WHERE id = 1");
                }
                String update = "UPDATE accounts SET changed = now(), balance = ";
                execute(first, update + "90 WHERE id = 1");
                first.commit();
                execute(second, update + "80 WHERE id = 1");
                second.commit();
              }
            });
    Verdict verdict = Checks.check(history, IsolationLevel.SNAPSHOT_ISOLATION);
    assertThat(verdict).as(text()).isInstanceOf(Verdict.Violated.class);
    assertThat(Checks.check(history, IsolationLevel.READ_COMMITTED))
        .isNotInstanceOf(Verdict.Violated.class);
  }

  @Test
  void postgresRollsBackSilently() throws Exception {
    History history =
        record(
            "postgres",
            List.of(ACCOUNTS, ROWS),
            source -> {
              try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                execute(connection, "UPDATE accounts SET balance = 1 WHERE id = 1");
                fails(connection, "INSERT INTO accounts VALUES (1, 1, 'x')");
                try {
                  connection.commit();
                } catch (SQLException e) {
                  connection.rollback();
                }
                execute(connection, "SELECT balance FROM accounts WHERE id = 1");
                connection.commit();
              }
            });
    assertNotViolated(history);
    assertThat(Checks.check(history, IsolationLevel.SERIALIZABILITY))
        .as(text())
        .isInstanceOf(Verdict.Satisfied.class);
  }

  private static void fails(Connection connection, String sql) {
    try {
      execute(connection, sql);
      throw new AssertionError("does not fail: " + sql);
    } catch (SQLException e) {
      // As it should.
    }
  }

  @Test
  void definitionsCommitAndTextEndsTransactions() throws Exception {
    History history =
        record(
            "h2",
            List.of(ACCOUNTS, ROWS),
            source -> {
              try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                execute(connection, "UPDATE accounts SET balance = 1 WHERE id = 1");
                execute(connection, "CREATE TABLE other (id INT)");
                connection.rollback();
                execute(connection, "SELECT balance FROM accounts WHERE id = 1");
                connection.setAutoCommit(true);
                execute(connection, "SET AUTOCOMMIT FALSE");
                execute(connection, "UPDATE accounts SET balance = 2 WHERE id = 1");
                execute(connection, "ROLLBACK");
                execute(connection, "SELECT balance FROM accounts WHERE id = 1");
                execute(connection, "COMMIT");
              }
            });
    assertThat(Checks.check(history, IsolationLevel.SERIALIZABILITY))
        .as(text())
        .isInstanceOf(Verdict.Satisfied.class);
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
}
