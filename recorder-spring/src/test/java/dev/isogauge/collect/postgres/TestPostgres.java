package dev.isogauge.collect.postgres;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
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

  @Override
  public void close() {
    server.close();
  }
}
