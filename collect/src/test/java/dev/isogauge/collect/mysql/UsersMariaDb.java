package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.process.Commands;
import dev.isogauge.collect.process.GuardedDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A MariaDB as people have one, with users and passwords, unlike the one that adapters start. */
final class UsersMariaDb implements AutoCloseable {
  static final String PASSWORD = "not-to-be-shown";
  private static final int SECONDS = 60;

  private final GuardedDirectory directory;
  private final MariaDbBinaries binaries;
  private final int port;

  private UsersMariaDb(GuardedDirectory directory, MariaDbBinaries binaries, int port) {
    this.directory = directory;
    this.binaries = binaries;
    this.port = port;
  }

  static UsersMariaDb start() throws IOException, DatabaseException {
    MariaDbBinaries binaries = MariaDbBinaries.find(DatabaseOptions.defaults().notices());
    UsersMariaDb server =
        new UsersMariaDb(
            GuardedDirectory.create("isogauge-users-mariadb"),
            binaries,
            GuardedDirectory.freePort());
    try {
      server.createSystemTables();
      server.run();
      return server;
    } catch (IOException | DatabaseException e) {
      server.close();
      throw e;
    }
  }

  private void createSystemTables() throws IOException, DatabaseException {
    Files.createDirectory(directory.path().resolve("data"));
    Path script = directory.path().resolve("tables.sql");
    Files.writeString(
        script,
        "CREATE DATABASE mysql;\nUSE mysql;\n"
            + Files.readString(binaries.share().resolve("mysql_system_tables.sql"))
            + Files.readString(binaries.share().resolve("mysql_system_tables_data.sql")));
    List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" <" + script, "sh"));
    command.addAll(command("--bootstrap"));
    Commands.run(directory.path(), SECONDS, command);
  }

  private void run() throws IOException, DatabaseException {
    Path users = directory.path().resolve("users.sql");
    Files.writeString(
        users,
        "CREATE USER someone@localhost IDENTIFIED BY '"
            + PASSWORD
            + "';\nGRANT ALL ON *.* TO someone@localhost;\n");
    directory.start(
        command(
            "--bind-address=127.0.0.1",
            "--port=" + port,
            "--socket=" + directory.path().resolve("socket"),
            "--init-file=" + users));
    if (!directory.awaitReady(
        () -> new Socket(InetAddress.getLoopbackAddress(), port).close(), SECONDS)) {
      throw new DatabaseException(directory.complaint());
    }
  }

  private List<String> command(String... options) {
    List<String> command = new ArrayList<>(binaries.command());
    command.addAll(
        List.of(
            "--user=" + System.getProperty("user.name"),
            "--datadir=" + directory.path().resolve("data"),
            "--lc-messages-dir=" + binaries.share().resolve("english"),
            "--character-sets-dir=" + binaries.share().resolve("charsets")));
    command.addAll(List.of(options));
    return command;
  }

  String url(String database, String password) {
    return "jdbc:mariadb://127.0.0.1:"
        + port
        + "/"
        + database
        + "?user=someone&password="
        + password;
  }

  @Override
  public void close() {
    directory.close();
  }
}
