package dev.isogauge.collect.postgres;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.sql.JdbcDatabase;
import java.sql.Connection;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL of our own for the tests of this module; it stands here to be let in. */
public final class TestPostgres implements AutoCloseable {
  private final PostgresServer server;

  private TestPostgres(PostgresServer server) {
    this.server = server;
  }

  public static TestPostgres start(String version) throws DatabaseException {
    DatabaseOptions options = DatabaseOptions.defaults();
    return new TestPostgres(PostgresServer.start(version, new org.postgresql.Driver(), options));
  }

  public DataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl("jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres");
    source.setUser("postgres");
    source.setPassword(server.password());
    return source;
  }

  /** The database that workloads run on, whose connections may be others than the driver's. */
  public Database database(UnaryOperator<Connection> recorded) throws DatabaseException {
    return JdbcDatabase.create(
        "postgres",
        connection -> new PostgresDialect(Postgres.SYSTEM, false),
        number -> recorded.apply(server.connect()),
        DatabaseOptions.defaults(),
        () -> {});
  }

  @Override
  public void close() {
    server.close();
  }
}
