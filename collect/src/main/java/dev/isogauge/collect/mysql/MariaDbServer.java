package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.mysql.MariaDbBinaries.Brand;
import dev.isogauge.collect.process.Commands;
import dev.isogauge.collect.process.GuardedDirectory;
import dev.isogauge.collect.process.ServerAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A MariaDB or MySQL server of our own in a directory that goes with it. It listens to this machine
 * only, and its one user has a password that only this process knows.
 */
final class MariaDbServer implements AutoCloseable {
  static final String USER = "isogauge";
  private static final int PREPARATION_SECONDS = 120;

  private final GuardedDirectory directory;
  private final Driver driver;
  private final String password = UUID.randomUUID().toString();
  private int port;

  private MariaDbServer(GuardedDirectory directory, Driver driver) {
    this.directory = directory;
    this.driver = driver;
  }

  static MariaDbServer start(MariaDbBinaries binaries, Driver driver, DatabaseOptions options)
      throws DatabaseException {
    String product = binaries.brand().product();
    MariaDbServer server =
        new MariaDbServer(
            GuardedDirectory.create("isogauge-" + product.toLowerCase(Locale.ROOT)), driver);
    server.directory.prepare(product, () -> server.run(binaries, options));
    return server;
  }

  private void run(MariaDbBinaries found, DatabaseOptions options)
      throws IOException, DatabaseException {
    MariaDbBinaries binaries = found.within(directory.path());
    Path data = ServerAccount.directory(directory.path().resolve("data"));
    createSystemTables(directory, binaries, data);
    Path users =
        ServerAccount.file(
            directory.path().resolve("users.sql"),
            binaries.brand().users(USER, "127.0.0.1", password));
    Map<String, String> settings = files(binaries, data);
    settings.put("init-file", users.toString());
    settings.put("bind-address", "127.0.0.1");
    settings.put("socket", data.resolve("socket").toString());
    settings.put("pid-file", data.resolve("mariadb.pid").toString());
    // What a crash of the machine would do to the data does not matter here; the server's does.
    settings.put("innodb-flush-log-at-trx-commit", "2");
    settings.put("max-connections", Integer.toString(options.connections()));
    settings.putAll(options.settings());
    directory.startServer(
        binaries.brand().product(),
        () -> commandAtNewPort(binaries, settings),
        () -> connect().close(),
        complaint -> complaint.contains("ddress already in use"));
    Files.delete(users);
  }

  static Map<String, String> files(MariaDbBinaries binaries, Path data) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("user", System.getProperty("user.name")); // Counts where that is root.
    settings.put("datadir", data.toString());
    settings.put("lc-messages-dir", binaries.share().resolve("english").toString());
    settings.put("character-sets-dir", binaries.share().resolve("charsets").toString());
    if (binaries.brand() == Brand.MYSQL_8) {
      settings.put("mysqlx", "OFF");
      settings.put("sync-binlog", "0");
    }
    return settings;
  }

  /** The tables of users and rights, without a user. */
  static void createSystemTables(GuardedDirectory directory, MariaDbBinaries binaries, Path data)
      throws IOException, DatabaseException {
    if (binaries.brand() == Brand.MYSQL_8) {
      Commands.run(
          directory.path(),
          PREPARATION_SECONDS,
          command(binaries, files(binaries, data), "--initialize-insecure"));
      return;
    }
    Path script =
        ServerAccount.file(
            directory.path().resolve("tables.sql"),
            "CREATE DATABASE mysql;\nUSE mysql;\n" + binaries.systemTables());
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", "exec \"$@\" <\"$0\"", script.toString()));
    command.addAll(command(binaries, files(binaries, data), "--bootstrap"));
    Commands.run(directory.path(), PREPARATION_SECONDS, command);
    Files.delete(script);
  }

  private List<String> commandAtNewPort(MariaDbBinaries binaries, Map<String, String> settings)
      throws IOException {
    port = GuardedDirectory.freePort();
    settings.put("port", Integer.toString(port));
    return command(binaries, settings);
  }

  private static List<String> command(
      MariaDbBinaries binaries, Map<String, String> settings, String... options) {
    List<String> command = new ArrayList<>(binaries.command(settings));
    command.addAll(List.of(options));
    return ServerAccount.command(command);
  }

  Connection connect() throws SQLException {
    return connect("");
  }

  /** Connects to a schema, which options of the driver may follow. */
  Connection connect(String schema) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", USER);
    properties.setProperty("password", password);
    return driver.connect("jdbc:mariadb://127.0.0.1:" + port + "/" + schema, properties);
  }

  @Override
  public void close() {
    directory.close();
  }
}
