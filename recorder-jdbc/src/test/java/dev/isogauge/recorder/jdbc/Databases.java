package dev.isogauge.recorder.jdbc;

import dev.isogauge.collect.postgres.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.sqlite.SQLiteDataSource;

/** Empty databases for tests. */
final class Databases {
  /** The last two stay. */
  private static final Queue<String> SCHEMAS = new ArrayDeque<>();

  private static TestPostgres postgres;

  private Databases() {}

  /** A new and empty one. */
  static DataSource open(String system) throws Exception {
    String name = "d" + UUID.randomUUID().toString().replace("-", "");
    switch (system) {
      case "h2" -> {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=2000");
        return source;
      }
      case "sqlite" -> {
        Path file = Files.createTempFile("isogauge", ".db");
        file.toFile().deleteOnExit();
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + file);
        return source;
      }
      default -> {
        return postgres(name);
      }
    }
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

  static void run(DataSource source, String... statements) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
