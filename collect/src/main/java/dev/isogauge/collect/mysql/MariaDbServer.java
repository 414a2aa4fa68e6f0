package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.process.GuardedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A MariaDB server of our own in a directory that goes with it. It has no users and no system
 * tables, which transactions do not need, and listens to this machine only.
 */
final class MariaDbServer implements AutoCloseable {
  private final GuardedDirectory directory;
  private final Driver driver;
  private int port;

  private MariaDbServer(GuardedDirectory directory, Driver driver) {
    this.directory = directory;
    this.driver = driver;
  }

  static MariaDbServer start(Driver driver, DatabaseOptions options) throws DatabaseException {
    MariaDbBinaries binaries = MariaDbBinaries.find(options.notices());
    MariaDbServer server = new MariaDbServer(GuardedDirectory.create("isogauge-mariadb"), driver);
    server.directory.prepare("MariaDB", () -> server.run(binaries, options));
    return server;
  }

  private void run(MariaDbBinaries binaries, DatabaseOptions options)
      throws IOException, DatabaseException {
    Path data = Files.createDirectory(directory.path().resolve("data"));
    Map<String, String> settings = new TreeMap<>();
    settings.put("user", System.getProperty("user.name"));
    settings.put("datadir", data.toString());
    settings.put("lc-messages-dir", binaries.share().resolve("english").toString());
    settings.put("character-sets-dir", binaries.share().resolve("charsets").toString());
    settings.put("bind-address", "127.0.0.1");
    settings.put("socket", directory.path().resolve("socket").toString());
    settings.put("pid-file", directory.path().resolve("mariadb.pid").toString());
    // What a crash of the machine would do to the data does not matter here.
    settings.put("innodb-flush-log-at-trx-commit", "0");
    settings.put("max-connections", Integer.toString(options.connections()));
    settings.putAll(options.settings());
    directory.startServer(
        "MariaDB",
        () -> command(binaries, settings),
        () -> connect().close(),
        complaint -> complaint.contains("Address already in use"));
  }

  private List<String> command(MariaDbBinaries binaries, Map<String, String> settings)
      throws IOException {
    port = GuardedDirectory.freePort();
    settings.put("port", Integer.toString(port));
    List<String> command = new ArrayList<>(binaries.command());
    command.add("--skip-grant-tables");
    settings.forEach((name, value) -> command.add("--" + name + "=" + value));
    return command;
  }

  Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "root");
    return driver.connect("jdbc:mariadb://127.0.0.1:" + port + "/", properties);
  }

  @Override
  public void close() {
    directory.close();
  }
}
