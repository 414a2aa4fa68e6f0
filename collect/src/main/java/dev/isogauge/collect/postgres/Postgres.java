package dev.isogauge.collect.postgres;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.artifact.Coordinates;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.artifact.Versions;
import dev.isogauge.collect.sql.JdbcDatabase;
import java.sql.Driver;

/** PostgreSQL: a server of our own. */
public final class Postgres {
  private Postgres() {}

  /** Starts a server of the version. */
  public static Database start(String name, String version, DatabaseOptions options)
      throws DatabaseException {
    PostgresServer server = PostgresServer.start(version, driver(options), options);
    return JdbcDatabase.create(
        name, new PostgresDialect(), number -> server.connect(), options, server::close);
  }

  /** The driver, also for servers that speak PostgreSQL's protocol. */
  public static Driver driver(DatabaseOptions options) throws DatabaseException {
    return new Drivers(new Artifacts(options.notices()))
        .load(
            "org.postgresql.Driver",
            new Coordinates("org.postgresql", "postgresql", Versions.of("postgres.driver")));
  }
}
