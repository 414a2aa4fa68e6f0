package dev.isogauge.collect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.sql.Dialect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A server as a user may have one, and what can go wrong with it. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresSituationsTest {
  private static final DatabaseOptions OPTIONS = DatabaseOptions.defaults();

  private PostgresServer server;

  @BeforeAll
  void start() throws DatabaseException {
    server = PostgresServer.start("18.6", Postgres.driver(OPTIONS), OPTIONS);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private String url() {
    return server.url() + "?user=postgres&password=" + server.password();
  }

  private void execute(String sql) throws Exception {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void aUrlServesAsWell() throws Exception {
    try (Database database = Databases.open(url(), OPTIONS);
        Session session = database.open(database.capabilities().level("serializable"))) {
      session.begin();
      session.write(1, 10);
      assertThat(session.identifiers().xid()).isPresent();
      assertThat(session.identifiers().snapshot()).isPresent();
      session.commit();
      assertThat(database.name()).isEqualTo(server.url());
      assertThat(database.version()).startsWith("PostgreSQL 18.6");
    }
    try (Database again = Databases.open(url(), OPTIONS)) {
      assertThat(again.administer("SELECT count(*) FROM items").text()).isEqualTo("0");
    }
  }

  @Test
  void tablesOfOthersAreNotTouched() throws Exception {
    execute("CREATE SCHEMA isogauge");
    execute("CREATE TABLE isogauge.precious (id INT)");
    assertThatThrownBy(() -> Databases.open(url(), OPTIONS))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("that are not of Isogauge (precious)");
    assertThatThrownBy(() -> Databases.open(url(), OPTIONS.withReplaceTables(true)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("that are not of Isogauge (precious)");
    execute("DROP TABLE isogauge.precious");
    execute("CREATE TABLE isogauge.lists (id INT)");
    assertThatThrownBy(() -> Databases.open(url(), OPTIONS.withReplaceTables(true)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("that are not of Isogauge (lists)");
    execute("COMMENT ON TABLE isogauge.lists IS '" + Dialect.MARK + "'");
    assertThatThrownBy(() -> Databases.open(url(), OPTIONS))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("isogauge already (lists)")
        .hasMessageContaining("--force");
    try (Database database = Databases.open(url(), OPTIONS.withReplaceTables(true))) {
      assertThat(database.administer("SELECT count(elements) FROM lists").text()).isEqualTo("0");
    }
    execute("DROP SCHEMA isogauge"); // It is there and empty, since it was there before.
  }

  @Test
  void aWrongPasswordIsReportedWithoutShowingIt() {
    assertThatThrownBy(
            () -> Databases.open(server.url() + "?user=postgres&password=secret", OPTIONS))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("password authentication failed")
        .hasMessageContaining(server.url())
        .hasMessageNotContaining("secret");
  }

  @Test
  void anUnknownDatabaseIsReported() {
    assertThatThrownBy(() -> Databases.open(url().replace("/postgres?", "/nowhere?"), OPTIONS))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("database \"nowhere\" does not exist");
  }

  @Test
  void aServerThatIsNotThereIsReported() {
    assertThatThrownBy(
            () -> Databases.open("jdbc:postgresql://127.0.0.1:1/postgres?user=x", OPTIONS))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("127.0.0.1:1");
  }

  @Test
  void aServerThatDiesLosesItsConnections() throws Exception {
    try (Database database = Databases.open("postgres", OPTIONS);
        Session session = database.open(database.capabilities().level("serializable"))) {
      session.begin();
      session.write(1, 10);
      assertThatThrownBy(() -> database.administer("COPY (SELECT 1) TO PROGRAM 'kill -9 $PPID'"))
          .isInstanceOf(DatabaseException.class);
      assertThatThrownBy(
              () -> {
                while (true) {
                  session.read(1);
                }
              })
          .isInstanceOf(Failure.ConnectionLost.class);
      session.rollback();
    }
  }

  @Test
  void anUnknownSettingIsReported() {
    assertThatThrownBy(
            () -> Databases.open("postgres", OPTIONS.withSettings(Map.of("no_such_setting", "1"))))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("PostgreSQL does not start")
        .hasMessageContaining("no_such_setting");
  }

  @Test
  void aTakenPortIsReported() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertThatThrownBy(
              () -> Databases.open("postgres", OPTIONS.withSettings(Map.of("port", port))))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("Address already in use");
    }
  }

  @Test
  void anotherVersionIsFetchedAndRuns() throws Exception {
    List<String> notices = new ArrayList<>();
    DatabaseOptions options =
        OPTIONS.withNotices(notices::add).withSettings(Map.of("deadlock_timeout", "10ms"));
    try (Database database = Databases.open("postgres:12.3", options);
        Session session = database.open(database.capabilities().level(Level.SERIALIZABLE))) {
      session.begin();
      session.append(1, 10);
      session.identifiers();
      session.commit();
      assertThat(database.version()).startsWith("PostgreSQL 12.3");
      assertThat(database.administer("SHOW deadlock_timeout").text()).isEqualTo("10ms");
    }
    assertThat(notices).allMatch(notice -> notice.contains("binaries-linux-amd64-12.3.0"));
  }

  @Test
  void aVersionThatDoesNotExistIsReported() {
    assertThatThrownBy(() -> Databases.open("postgres:12.999", OPTIONS))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("12.999.0");
    assertThatThrownBy(() -> Databases.open("postgres:new", OPTIONS))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("'new'");
  }
}
