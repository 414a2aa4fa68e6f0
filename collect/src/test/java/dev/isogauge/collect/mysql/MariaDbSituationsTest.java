package dev.isogauge.collect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.sql.Dialect;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server as a user may have one, and what can go wrong with it: profile {@code mariadb}. */
@Tag("mariadb")
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MariaDbSituationsTest {
  private static final DatabaseOptions OPTIONS = DatabaseOptions.defaults();

  private UsersMariaDb server;

  @BeforeAll
  void start() throws IOException, DatabaseException {
    server = UsersMariaDb.start();
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private String url() {
    return server.url("", UsersMariaDb.PASSWORD);
  }

  /** Runs SQL as the user; the first value of the last result. */
  private String sql(String... statements) throws SQLException, DatabaseException {
    String result = "";
    try (Connection connection = Family.driver(OPTIONS).connect(url(), new Properties());
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        if (statement.execute(each)) {
          ResultSet rows = statement.getResultSet();
          result = rows.next() ? rows.getString(1) : "";
        }
      }
    }
    return result;
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:mariadb:", "jdbc:mysql:"})
  void aUrlServesAsWellAndTheServerIsLeftAsItWas(String kind) throws Exception {
    try (Database database = Databases.open(url().replaceFirst("^jdbc:mariadb:", kind), OPTIONS);
        Session session = database.open(database.capabilities().level("serializable"))) {
      session.begin();
      session.write(1, 10);
      session.commit();
      assertThat(database.version()).startsWith("MariaDB ");
      assertThat(database.name()).startsWith(kind).doesNotContain("someone");
    }
    assertThat(sql("SHOW DATABASES LIKE 'isogauge'")).isEmpty();
  }

  @Test
  void tablesAreReplacedOnRequestAndThoseOfOthersNever() throws Exception {
    sql(
        "CREATE DATABASE isogauge",
        "CREATE TABLE isogauge.items (other INT) COMMENT = '" + Dialect.MARK + "'");
    assertThatThrownBy(() -> Databases.open(url(), OPTIONS))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("isogauge already (items)")
        .hasMessageContaining("--force");
    Databases.open(url(), OPTIONS.withReplaceTables(true)).close();
    assertThat(sql("SHOW TABLES FROM isogauge")).isEmpty();

    sql("CREATE TABLE isogauge.precious AS SELECT 1 AS id");
    assertThatThrownBy(() -> Databases.open(url(), OPTIONS.withReplaceTables(true)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("that are not of Isogauge (precious)");
    assertThat(sql("SELECT id FROM isogauge.precious", "DROP DATABASE isogauge")).isEqualTo("1");
  }

  @Test
  void whatIsWrongWithTheConnectionIsSaid() throws Exception {
    assertThatThrownBy(() -> Databases.open(server.url("", "wrong"), OPTIONS))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("Access denied for user 'someone'")
        .hasMessageNotContaining("wrong");
    assertThatThrownBy(() -> Databases.open(server.url("nowhere", UsersMariaDb.PASSWORD), OPTIONS))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("Unknown database 'nowhere'");
    assertThatThrownBy(() -> Databases.open("jdbc:mariadb://127.0.0.1:1/?user=x", OPTIONS))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("127.0.0.1:1");
    assertThatThrownBy(() -> Databases.open("jdbc:mariadb:x?user=x&password=secret", OPTIONS))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("is not present in the url jdbc:mariadb:x")
        .hasMessageNotContaining("secret");
    try (Database database = Databases.open(url(), OPTIONS)) {
      assertThatThrownBy(() -> database.capabilities().level("snapshot"))
          .isInstanceOf(UnknownNameException.class)
          .hasMessageContaining("there are read-uncommitted, read-committed, repeatable-read");
    }
  }
}
