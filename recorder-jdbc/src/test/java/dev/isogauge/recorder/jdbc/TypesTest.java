package dev.isogauge.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Verdict;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * C3, C12, A2: values of many types come back as what was sent, or are unknown; never as something
 * that nobody wrote.
 */
class TypesTest {
  private static final byte[] BYTES = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  private static final byte[] OTHERS = {9, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0};

  @TempDir Path directory;

  /**
   * Two values of a column.
   *
   * @param types by database the column's type, and a question mark if the values are unknown there
   */
  private record Values(String name, Map<String, String> types, List<Object> values) {}

  private static Values values(String name, String types, Object... values) {
    Map<String, String> each = new TreeMap<>();
    for (String type : types.split("; ", -1)) {
      String[] parts = type.split(": ", -1);
      for (String system : parts[0].split(" ", -1)) {
        each.put(system, parts[1]);
      }
    }
    return new Values(name, each, List.of(values));
  }

  private static final List<Values> ALL =
      List.of(
          values("text for a number", "h2 sqlite hsqldb mariadb: INT", "5", "07"),
          values("a wide number", "h2 postgres sqlite hsqldb mariadb: BIGINT", 1L << 40, 7),
          values(
              "a fraction",
              "h2 postgres hsqldb mariadb: NUMERIC(8,2); sqlite: NUMERIC(8,2)",
              new BigDecimal("1.50"),
              2),
          values(
              "a rounded fraction",
              "h2 hsqldb mariadb: NUMERIC(8,2)?; postgres sqlite: NUMERIC(8,2)",
              new BigDecimal("1.239"),
              1.005),
          values(
              "a float in a double",
              "h2 postgres sqlite hsqldb: DOUBLE PRECISION; mariadb: DOUBLE PRECISION?",
              0.1f,
              1e300),
          values("a double in a float", "h2 postgres: REAL; hsqldb: REAL", 0.1, 1.5),
          values(
              "no number",
              "h2 postgres: DOUBLE PRECISION; hsqldb: DOUBLE PRECISION",
              Double.NaN,
              Double.NEGATIVE_INFINITY),
          values("a truth", "h2 postgres hsqldb mariadb: BOOLEAN; sqlite: BOOLEAN?", true, false),
          values("a truth in a small number", "mariadb: TINYINT(1)", true, 1),
          values("a text", "h2 postgres sqlite hsqldb mariadb: VARCHAR(20)", "a", "B \u00e9\n"),
          values("a padded text", "h2 postgres hsqldb mariadb: CHAR(5)", "a", "b "),
          values(
              "a long text",
              "h2: CLOB?; postgres sqlite mariadb: TEXT; hsqldb: CLOB?",
              "a",
              "b".repeat(300)),
          values(
              "a date",
              "h2 postgres hsqldb mariadb: DATE; sqlite: DATE?",
              LocalDate.of(2024, 3, 31),
              java.sql.Date.valueOf("2024-10-27")),
          values(
              "a local time",
              "h2 postgres: TIMESTAMP; hsqldb: TIMESTAMP?; mariadb: DATETIME(6)?",
              LocalDateTime.of(2024, 1, 2, 3, 4, 5),
              LocalDateTime.of(2024, 3, 31, 2, 30, 0, 120_000)),
          values(
              "nanoseconds",
              "h2: TIMESTAMP?; hsqldb: TIMESTAMP?; postgres: TIMESTAMP",
              LocalDateTime.of(2024, 1, 2, 3, 4, 5, 123_456_789),
              LocalDateTime.of(2024, 1, 2, 3, 4, 5, 999_999_999)),
          values(
              "a time with an offset",
              "h2 postgres hsqldb: TIMESTAMP WITH TIME ZONE",
              OffsetDateTime.of(2024, 1, 2, 3, 4, 5, 0, ZoneOffset.ofHours(9)),
              OffsetDateTime.of(2024, 1, 1, 23, 4, 5, 0, ZoneOffset.UTC)),
          values(
              "a UUID",
              "h2 postgres hsqldb: UUID",
              UUID.fromString("abcdef00-0000-0000-0000-000000000001"),
              UUID.fromString("ABCDEF00-0000-0000-0000-00000000000F")),
          values(
              "bytes",
              "h2 hsqldb mariadb: BINARY(16); postgres: BYTEA; sqlite: BLOB",
              BYTES,
              OTHERS));

  static Stream<Arguments> values() {
    return all(false);
  }

  static Stream<Arguments> valuesOnMariaDb() {
    return all(true);
  }

  private static Stream<Arguments> all(boolean isMariaDb) {
    return ALL.stream()
        .flatMap(
            each ->
                each.types().keySet().stream()
                    .filter(system -> system.equals("mariadb") == isMariaDb)
                    .map(system -> Arguments.of(each.name(), system, each)));
  }

  private static void execute(Connection connection, String sql, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      if (statement.execute()) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            rows.getObject(1);
          }
        }
      }
    }
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("values")
  void valuesComeBack(String name, String system, Values each) throws Exception {
    String type = each.types().get(system).replace("?", "");
    boolean isKnown = !each.types().get(system).endsWith("?");
    DataSource plain = Databases.open(system);
    Databases.run(plain, "CREATE TABLE t (id INT PRIMARY KEY, v " + type + ")");
    Path file = directory.resolve("run.jsonl");
    try (Recorder recorder = Recorder.create(file);
        Connection connection = IsogaugeDataSource.wrap(plain, recorder).getConnection()) {
      execute(connection, "INSERT INTO t (id, v) VALUES (?, ?)", 1, each.values().get(0));
      execute(connection, "SELECT v FROM t WHERE id = ?", 1);
      execute(connection, "UPDATE t SET v = ? WHERE id = ?", each.values().get(1), 1);
      execute(connection, "SELECT v, id FROM t WHERE id = ?", 1);
    }
    assertIs(isKnown, file);
  }

  @Tag("mariadb")
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("valuesOnMariaDb")
  void valuesComeBackOnMariaDb(String name, String system, Values each) throws Exception {
    valuesComeBack(name, system, each);
  }

  private static void assertIs(boolean isKnown, Path file) throws Exception {
    History history = Recorded.history(file);
    assertThat(Checks.check(history, IsolationLevel.READ_COMMITTED))
        .as(Files.readString(file))
        .isNotInstanceOf(Verdict.Violated.class);
    assertThat(Checks.check(history, IsolationLevel.STRICT_SERIALIZABILITY))
        .as(Files.readString(file))
        .isInstanceOf(isKnown ? Verdict.Satisfied.class : Verdict.Unknown.class);
  }

  /** Rows whose keys are of these types. */
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("values")
  void keysAreTheSameHoweverTheyAreSent(String name, String system, Values each) throws Exception {
    String type = each.types().get(system).replace("?", "");
    DataSource plain = Databases.open(system);
    if (type.matches("CLOB|TEXT")) {
      return; // Not everywhere a key.
    }
    Databases.run(plain, "CREATE TABLE t (id " + type + " PRIMARY KEY, v INT)");
    Path file = directory.resolve("run.jsonl");
    try (Recorder recorder = Recorder.create(file);
        Connection connection = IsogaugeDataSource.wrap(plain, recorder).getConnection()) {
      Object key = each.values().get(0);
      execute(connection, "INSERT INTO t VALUES (?, 1)", key);
      execute(connection, "SELECT * FROM t");
      execute(connection, "UPDATE t SET v = 2 WHERE id = ?", key);
      execute(connection, "SELECT v FROM t WHERE id = ?", key);
      execute(connection, "SELECT v FROM t WHERE id = ?", each.values().get(1));
      execute(connection, "DELETE FROM t WHERE id = ?", key);
      execute(connection, "SELECT v FROM t WHERE id = ?", key);
    }
    assertThat(Checks.check(Recorded.history(file), IsolationLevel.SERIALIZABILITY))
        .as(Files.readString(file))
        .isNotInstanceOf(Verdict.Violated.class);
  }

  @Tag("mariadb")
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("valuesOnMariaDb")
  void keysAreTheSameOnMariaDb(String name, String system, Values each) throws Exception {
    keysAreTheSameHoweverTheyAreSent(name, system, each);
  }
}
