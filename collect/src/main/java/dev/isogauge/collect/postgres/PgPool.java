package dev.isogauge.collect.postgres;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.artifact.DebianPackages;
import dev.isogauge.collect.artifact.Versions;
import dev.isogauge.collect.process.GuardedDirectory;
import dev.isogauge.collect.process.ServerAccount;
import dev.isogauge.collect.sql.JdbcDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * pgpool-II in its mode of snapshot isolation, over two PostgreSQL servers that both get every
 * write. All three are of our own and listen to this machine only.
 */
public final class PgPool implements AutoCloseable {
  private static final String PRODUCT = "pgpool-II";
  private static final int BACKENDS = 2;
  private static final int LOGIN_SECONDS = 60;

  /** Libraries that the system may lack. */
  private static final List<String> LIBRARIES =
      List.of("libpgpool2", "libmemcached11", "libhashkit2", "libpq5", "libldap-2.5-0");

  private final List<PostgresServer> backends = new ArrayList<>();
  private final GuardedDirectory directory;
  private final String password = UUID.randomUUID().toString();
  private final Driver driver;
  private int port;

  private PgPool(GuardedDirectory directory, Driver driver) {
    this.directory = directory;
    this.driver = driver;
  }

  /** Starts all of it. */
  public static Database start(String name, DatabaseOptions options) throws DatabaseException {
    Driver driver = Postgres.driver(options);
    Path unpacked = DebianPackages.unpacked("pgpool", "pgpool2", LIBRARIES, options.notices());
    PgPool pool = new PgPool(GuardedDirectory.create("isogauge-pgpool"), driver);
    try {
      Map<String, String> settings = new HashMap<>(options.settings());
      settings.put("default_transaction_isolation", "repeatable read");
      for (int i = 0; i < BACKENDS; i++) {
        pool.backends.add(
            PostgresServer.start(
                Versions.of("postgres"), pool.password, driver, options.withSettings(settings)));
      }
      pool.directory.prepare(PRODUCT, () -> pool.run(unpacked, options));
    } catch (DatabaseException e) {
      pool.close();
      throw e;
    }
    return JdbcDatabase.create(
        name,
        connection -> new PostgresDialect(DatabaseSystem.PGPOOL),
        number -> pool.connect(LOGIN_SECONDS),
        options,
        pool::close);
  }

  private void run(Path unpacked, DatabaseOptions options) throws IOException, DatabaseException {
    Path program = ServerAccount.copy(files(unpacked), directory.path().resolve("program"));
    Path data = ServerAccount.directory(directory.path().resolve("data"));
    Path empty = ServerAccount.file(directory.path().resolve("empty.conf"), "");
    Map<String, String> settings = new TreeMap<>();
    settings.put("backend_clustering_mode", "snapshot_isolation");
    settings.put("listen_addresses", "127.0.0.1");
    settings.put("pcp_listen_addresses", "127.0.0.1");
    settings.put("socket_dir", data.toString());
    settings.put("pcp_socket_dir", data.toString());
    settings.put("logdir", data.toString());
    settings.put("pid_file_name", data.resolve("pgpool.pid").toString());
    settings.put("num_init_children", Integer.toString(options.connections()));
    settings.put("max_pool", "1");
    settings.put("enable_pool_hba", "off");
    settings.put("pool_passwd", "");
    for (int i = 0; i < BACKENDS; i++) {
      settings.put("backend_hostname" + i, "127.0.0.1");
      settings.put("backend_port" + i, Integer.toString(backends.get(i).port()));
      settings.put("backend_weight" + i, "1");
      settings.put("backend_flag" + i, "DISALLOW_TO_FAILOVER");
    }
    directory.startServer(
        PRODUCT,
        () -> {
          port = GuardedDirectory.freePort();
          settings.put("port", Integer.toString(port));
          settings.put("pcp_port", Integer.toString(GuardedDirectory.freePort()));
          return command(program, configuration(settings), empty);
        },
        () -> connect(2).close(),
        complaint -> complaint.contains("ddress already in use"));
  }

  private Path configuration(Map<String, String> settings) throws IOException {
    StringBuilder text = new StringBuilder();
    settings.forEach((name, value) -> text.append(name).append(" = '").append(value).append("'\n"));
    Path file = directory.path().resolve("pgpool.conf");
    Files.deleteIfExists(file);
    return ServerAccount.file(file, text.toString());
  }

  private static List<String> command(Path program, Path configuration, Path empty) {
    return ServerAccount.command(
        List.of(
            "env",
            "LD_LIBRARY_PATH=" + program,
            program.resolve("pgpool").toString(),
            "-n",
            "-D", // forgets which servers were away
            "-f",
            configuration.toString(),
            "-F",
            empty.toString(),
            "-a",
            empty.toString()));
  }

  /** The program and its libraries. */
  private static List<Path> files(Path unpacked) throws IOException {
    List<Path> files = new ArrayList<>(List.of(unpacked.resolve("usr/sbin/pgpool")));
    try (Stream<Path> all = Files.walk(unpacked)) {
      all.filter(file -> file.getFileName().toString().matches("lib[^/]*\\.so\\.[0-9.]+"))
          .forEach(files::add);
    }
    return files;
  }

  /** Of the driver's two protocols pgpool-II needs the simple one. */
  private Connection connect(int seconds) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", PostgresServer.USER);
    properties.setProperty("password", password);
    properties.setProperty("preferQueryMode", "simple");
    properties.setProperty(Postgres.LOGIN_TIMEOUT, Integer.toString(seconds));
    return driver.connect("jdbc:postgresql://127.0.0.1:" + port + "/postgres", properties);
  }

  @Override
  public void close() {
    directory.close();
    backends.forEach(PostgresServer::close);
  }
}
