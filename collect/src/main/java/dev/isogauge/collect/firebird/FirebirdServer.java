package dev.isogauge.collect.firebird;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.artifact.DebianPackages;
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
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A Firebird server of our own in a directory that goes with it. It listens to this machine only,
 * and its one user has a password that only this process knows.
 */
final class FirebirdServer implements AutoCloseable {
  private static final String USER = "SYSDBA";
  private static final int PREPARATION_SECONDS = 120;
  private static final String LIBRARIES = "usr/lib/x86_64-linux-gnu";

  private static final List<String> PACKAGES =
      List.of(
          "firebird3.0-server-core",
          "firebird3.0-common",
          "firebird3.0-utils",
          "libfbclient2",
          "libib-util",
          "libtommath1",
          "libicu72");

  private final GuardedDirectory directory;
  private final Driver driver;
  private final String password = UUID.randomUUID().toString();
  private int port;

  private FirebirdServer(GuardedDirectory directory, Driver driver) {
    this.directory = directory;
    this.driver = driver;
  }

  static FirebirdServer start(Driver driver, DatabaseOptions options) throws DatabaseException {
    Path unpacked =
        DebianPackages.unpacked("firebird", "firebird3.0-server", PACKAGES, options.notices());
    FirebirdServer server =
        new FirebirdServer(GuardedDirectory.create("isogauge-firebird"), driver);
    server.directory.prepare("Firebird", () -> server.run(unpacked, options));
    return server;
  }

  private void run(Path unpacked, DatabaseOptions options) throws IOException, DatabaseException {
    Path program = directory.path().resolve("program");
    Files.createDirectory(program);
    Path root = program.resolve("root");
    // Its directory has links to files that only an installation has; -L would fail at these.
    String copy =
        """
        set -e
        umask 022
        cp -R "$1/firebird/3.0" "$2/root"
        cp -R "$1"/lib*.so* "$2/"
        cp "$3/usr/sbin/firebird" "$3/usr/bin/isql-fb" "$2/"
        cd "$2/root"
        rm -f *.conf intl/*.conf
        cp "$3/etc/firebird/3.0/plugins.conf" .
        cp "$3/etc/firebird/3.0/fbintl.conf" intl/
        touch databases.conf
        """;
    Commands.run(
        directory.path(),
        PREPARATION_SECONDS,
        List.of(
            "sh",
            "-c",
            copy,
            "sh",
            unpacked.resolve(LIBRARIES).toString(),
            program.toString(),
            unpacked.toString()));
    Commands.run(
        directory.path(), PREPARATION_SECONDS, List.of("chmod", "-R", "a+rX", program.toString()));
    Path data = ServerAccount.directory(directory.path().resolve("data"));
    Map<String, String> settings = new TreeMap<>();
    settings.put("RemoteBindAddress", "127.0.0.1");
    settings.put("SecurityDatabase", data.resolve("security3.fdb").toString());
    settings.put("DatabaseAccess", "Restrict " + data);
    settings.put("AuthServer", "Srp");
    settings.put("UserManager", "Srp");
    settings.put("ServerMode", "Super");
    // How long transactions may wait for each other before one of them gives way.
    settings.put("DeadlockTimeout", Long.toString(Math.max(1, options.lockTimeout().toSeconds())));
    settings.putAll(options.settings());
    configure(root, settings);
    createDatabases(program, data);
    directory.startServer(
        "Firebird",
        () -> {
          port = GuardedDirectory.freePort();
          settings.put("RemoteServicePort", Integer.toString(port));
          configure(root, settings);
          return command(program, data, "firebird");
        },
        () -> connect().close(),
        complaint -> complaint.contains("in use"));
  }

  private static void configure(Path root, Map<String, String> settings) throws IOException {
    StringBuilder text = new StringBuilder();
    settings.forEach((name, value) -> text.append(name).append(" = ").append(value).append('\n'));
    Files.writeString(root.resolve("firebird.conf"), text);
  }

  /** Without a server, as the engine can be used by a program itself. */
  private void createDatabases(Path program, Path data) throws IOException, DatabaseException {
    Path script =
        ServerAccount.file(
            directory.path().resolve("databases.sql"),
            """
            CREATE DATABASE '%1$s/security3.fdb' USER SYSDBA;
            CREATE USER SYSDBA PASSWORD '%2$s' USING PLUGIN Srp;
            COMMIT;
            CREATE DATABASE '%1$s/test.fdb' USER SYSDBA;
            """
                .formatted(data, password));
    List<String> command =
        new ArrayList<>(command(program, data, "isql-fb", "-q", "-b", "-i", script.toString()));
    Commands.run(directory.path(), PREPARATION_SECONDS, command);
    Files.delete(script);
  }

  /** With the directories of an installation below a root of ours, as while Firebird is built. */
  private static List<String> command(Path program, Path data, String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "env",
                "LD_LIBRARY_PATH=" + program,
                "FIREBIRD=" + program.resolve("root"),
                "FIREBIRD_BOOT_BUILD=1",
                "FIREBIRD_LOCK=" + data,
                "FIREBIRD_TMP=" + data,
                "FIREBIRD_MSG=" + program.resolve("root")));
    command.add(program.resolve(words[0]).toString());
    command.addAll(List.of(words).subList(1, words.length));
    return ServerAccount.command(command);
  }

  Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", USER);
    properties.setProperty("password", password);
    properties.setProperty("charSet", "ISO8859_1");
    return driver.connect(
        "jdbc:firebirdsql://127.0.0.1:"
            + port
            + "/"
            + directory.path().resolve("data").resolve("test.fdb"),
        properties);
  }

  @Override
  public void close() {
    directory.close();
  }
}
