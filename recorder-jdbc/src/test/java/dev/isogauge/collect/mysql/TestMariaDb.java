package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A MariaDB of our own for the tests of this module; it stands here to be let in. */
public final class TestMariaDb implements AutoCloseable {
  private final MariaDbServer server;

  private TestMariaDb(MariaDbServer server) {
    this.server = server;
  }

  public static TestMariaDb start() throws DatabaseException, SQLException {
    DatabaseOptions options = DatabaseOptions.defaults();
    return new TestMariaDb(
        MariaDbServer.start(
            MariaDbBinaries.find(options.notices()),
            DriverManager.getDriver("jdbc:mariadb://"),
            options));
  }

  /** Connects to a schema, which options of the driver may follow. */
  public Connection connect(String schema) throws SQLException {
    return server.connect(schema);
  }

  @Override
  public void close() {
    server.close();
  }
}
