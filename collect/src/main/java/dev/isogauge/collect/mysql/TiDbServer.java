package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.process.GuardedDirectory;
import dev.isogauge.collect.process.ServerAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;

/**
 * A TiDB server of our own in a directory that goes with it, with the store that it embeds for
 * tests. It listens to this machine only, and its one user has a password that only this process
 * knows.
 */
final class TiDbServer implements AutoCloseable {
  private final GuardedDirectory directory;
  private final Driver driver;
  private final String password = UUID.randomUUID().toString();
  private int port;

  private TiDbServer(GuardedDirectory directory, Driver driver) {
    this.directory = directory;
    this.driver = driver;
  }

  static TiDbServer start(Path program, Driver driver, DatabaseOptions options)
      throws DatabaseException {
    TiDbServer server = new TiDbServer(GuardedDirectory.create("isogauge-tidb"), driver);
    server.directory.prepare("TiDB", () -> server.run(program, options.settings()));
    return server;
  }

  private void run(Path found, Map<String, String> settings) throws IOException, DatabaseException {
    Path program = ServerAccount.within(found, directory.path());
    Path data = ServerAccount.directory(directory.path().resolve("data"));
    // No versions are to be collected while a run lasts.
    Path users =
        ServerAccount.file(
            directory.path().resolve("users.sql"),
            "ALTER USER 'root'@'%' IDENTIFIED BY '"
                + password
                + "';\nSET GLOBAL tidb_gc_enable = OFF;\n");
    directory.startServer(
        "TiDB",
        () -> command(program, data, users),
        () -> connect().close(),
        complaint -> complaint.contains("ddress already in use"));
    Files.delete(users);
    configure(settings);
  }

  private List<String> command(Path program, Path data, Path users) throws IOException {
    port = GuardedDirectory.freePort();
    return ServerAccount.command(
        List.of(
            program.toString(),
            "--store=unistore",
            "--path=" + data.resolve("store"),
            "--temp-dir=" + data.resolve("temp"),
            "--log-slow-query=" + data.resolve("slow"),
            "--socket=" + data.resolve("socket"),
            "--host=127.0.0.1",
            "-P=" + port,
            "--status-host=127.0.0.1",
            "--status=" + GuardedDirectory.freePort(),
            "--initialize-sql-file=" + users,
            "-L=error"));
  }

  /** Its variables can be set while it runs; sessions to come have them. */
  private void configure(Map<String, String> settings) throws DatabaseException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (Map.Entry<String, String> setting : settings.entrySet()) {
        statement.execute("SET GLOBAL " + setting.getKey() + " = " + setting.getValue());
      }
    } catch (SQLException e) {
      throw new DatabaseException("TiDB cannot be set: " + e.getMessage(), e);
    }
  }

  Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "root");
    properties.setProperty("password", password);
    return driver.connect("jdbc:mariadb://127.0.0.1:" + port + "/", properties);
  }

  @Override
  public void close() {
    directory.close();
  }
}
