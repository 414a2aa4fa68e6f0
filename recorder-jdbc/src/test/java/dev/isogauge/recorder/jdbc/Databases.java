package dev.isogauge.recorder.jdbc;

import dev.isogauge.collect.mysql.TestMariaDb;
import dev.isogauge.collect.postgres.TestPostgres;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.UUID;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.sqlite.SQLiteDataSource;

/** Empty databases for tests. */
final class Databases {
  /** The last two stay. */
  private static final Queue<String> SCHEMAS = new ArrayDeque<>();

  private static TestPostgres postgres;
  private static TestMariaDb mariaDb;

  private Databases() {}

  /** A way to connections. */
  private interface Connecting {
    Connection connect() throws SQLException;
  }

  /** A new and empty one. */
  static DataSource open(String system) throws Exception {
    String name = "d" + UUID.randomUUID().toString().replace("-", "");
    return switch (system) {
      case "h2" -> {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=2000");
        yield source;
      }
      case "sqlite" -> {
        Path file = Files.createTempFile("isogauge", ".db");
        file.toFile().deleteOnExit();
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + file);
        yield source;
      }
      case "hsqldb" -> {
        String url = "jdbc:hsqldb:mem:" + name + ";hsqldb.tx=mvcc";
        yield source(() -> DriverManager.getConnection(url, "SA", ""));
      }
      case "mariadb" -> mariaDb(name, "");
      case "mariadb that counts changes" -> mariaDb(name, "&useAffectedRows=true");
      default -> postgres(name);
    };
  }

  /** A schema of its own in one server for all tests. */
  private static synchronized DataSource postgres(String schema) throws Exception {
    if (postgres == null) {
      postgres = TestPostgres.start("18.6.0");
      Runtime.getRuntime().addShutdownHook(new Thread(postgres::close));
    }
    try (Connection connection = postgres.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + schema);
      SCHEMAS.add(schema);
      if (SCHEMAS.size() > 2) {
        statement.execute("DROP SCHEMA " + SCHEMAS.remove() + " CASCADE");
      }
    }
    org.postgresql.ds.PGSimpleDataSource source =
        (org.postgresql.ds.PGSimpleDataSource) postgres.dataSource();
    source.setCurrentSchema(schema);
    return source;
  }

  private static synchronized DataSource mariaDb(String schema, String options) throws Exception {
    if (mariaDb == null) {
      mariaDb = TestMariaDb.start();
      Runtime.getRuntime().addShutdownHook(new Thread(mariaDb::close));
    }
    try (Connection connection = mariaDb.connect("");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + schema);
    }
    TestMariaDb server = mariaDb;
    return source(
        () -> server.connect(schema + "?allowMultiQueries=true&socketTimeout=20000" + options));
  }

  private static DataSource source(Connecting connecting) {
    return new DataSource() {
      @Override
      public Connection getConnection() throws SQLException {
        return connecting.connect();
      }

      @Override
      public Connection getConnection(String user, String password) throws SQLException {
        return connecting.connect();
      }

      @Override
      public PrintWriter getLogWriter() {
        return null;
      }

      @Override
      public void setLogWriter(PrintWriter out) {}

      @Override
      public void setLoginTimeout(int seconds) {}

      @Override
      public int getLoginTimeout() {
        return 0;
      }

      @Override
      public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
      }

      @Override
      public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("wraps nothing");
      }

      @Override
      public boolean isWrapperFor(Class<?> type) {
        return false;
      }
    };
  }

  static void run(DataSource source, String... statements) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
