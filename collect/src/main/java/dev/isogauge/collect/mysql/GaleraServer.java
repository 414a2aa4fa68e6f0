package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.cluster.Sites;
import dev.isogauge.collect.process.GuardedDirectory;
import dev.isogauge.collect.process.GuardedServer;
import dev.isogauge.collect.process.ServerAccount;
import dev.isogauge.collect.process.Site;
import dev.isogauge.collect.sql.JdbcDatabase.Recognition;
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
import java.util.stream.Collectors;

/**
 * A member of a MariaDB Galera cluster of our own. The first one makes the cluster; the others join
 * it with no data and copy that of a member, as one does that comes back after a crash.
 */
final class GaleraServer implements ClusterServer {
  private static final int START_SECONDS = 120;

  private final GuardedDirectory directory;
  private final Site site;
  private final Driver driver;
  private final String password;
  private final int port;
  private final int groupPort;
  private final int copyPort;
  private final int catchUpPort;

  private GaleraServer(GuardedDirectory directory, Site site, Driver driver, String password)
      throws IOException {
    this.directory = directory;
    this.site = site;
    this.driver = driver;
    this.password = password;
    this.port = GuardedDirectory.freePort();
    this.groupPort = GuardedDirectory.freePort();
    this.copyPort = GuardedDirectory.freePort();
    this.catchUpPort = GuardedDirectory.freePort();
  }

  static List<GaleraServer> start(int members, Sites sites, Driver driver, DatabaseOptions options)
      throws DatabaseException {
    GaleraPrograms found = GaleraPrograms.find(options.notices());
    String password = UUID.randomUUID().toString();
    List<GaleraServer> servers = new ArrayList<>();
    try {
      for (int i = 0; i < members; i++) {
        servers.add(create(sites.site(i), driver, password));
      }
      GaleraServer first = servers.get(0);
      GaleraPrograms[] programs = new GaleraPrograms[1];
      first.directory.prepare(
          "Galera",
          () -> {
            programs[0] = found.within(first.directory.path());
            first.makeCluster(programs[0], servers, options);
          });
      for (GaleraServer server : servers.subList(1, members)) {
        server.directory.prepare("Galera", () -> server.join(programs[0], servers, options));
      }
      return servers;
    } catch (DatabaseException e) {
      servers.forEach(GaleraServer::close);
      throw e;
    }
  }

  private static GaleraServer create(Site site, Driver driver, String password)
      throws DatabaseException {
    GuardedDirectory directory = GuardedDirectory.create("isogauge-galera");
    try {
      return new GaleraServer(directory, site, driver, password);
    } catch (IOException e) {
      directory.close();
      throw new DatabaseException("there is no free port: " + e.getMessage(), e);
    }
  }

  private void makeCluster(
      GaleraPrograms programs, List<GaleraServer> members, DatabaseOptions options)
      throws IOException, DatabaseException {
    Path data = ServerAccount.directory(directory.path().resolve("data"));
    MariaDbServer.createSystemTables(directory, programs.mariaDb(), data);
    String host = site.network().canCut() ? "%" : "127.0.0.1";
    Path users =
        ServerAccount.file(
            directory.path().resolve("users.sql"),
            MariaDbBinaries.Brand.MARIADB.users(MariaDbServer.USER, host, password));
    List<String> command = command(programs, data, members, options);
    List<String> first = new ArrayList<>(command);
    first.addAll(List.of("--wsrep-new-cluster", "--init-file=" + users));
    directory.start(site.command(directory, first));
    awaitReady();
    Files.delete(users);
    directory.describe(site.command(directory, command)); // Comes back as a member like others.
  }

  private void join(GaleraPrograms programs, List<GaleraServer> members, DatabaseOptions options)
      throws IOException, DatabaseException {
    Path data = ServerAccount.directory(directory.path().resolve("data"));
    directory.start(site.command(directory, command(programs, data, members, options)));
    awaitReady();
  }

  private void awaitReady() throws DatabaseException {
    if (!directory.awaitReady(this::requireReady, START_SECONDS)) {
      throw new DatabaseException("Galera does not start: " + directory.complaint());
    }
  }

  private void requireReady() throws SQLException {
    try (Connection connection = connect()) {
      String ready = Recognition.ask(connection, "SHOW STATUS LIKE 'wsrep_ready'");
      if (!ready.equals("ON")) {
        throw new SQLException("the member is not ready");
      }
    }
  }

  private List<String> command(
      GaleraPrograms programs, Path data, List<GaleraServer> members, DatabaseOptions options) {
    Map<String, String> settings = MariaDbServer.files(programs.mariaDb(), data);
    settings.put("bind-address", site.host());
    settings.put("port", Integer.toString(port));
    settings.put("socket", data.resolve("socket").toString());
    settings.put("pid-file", data.resolve("mariadb.pid").toString());
    settings.put("max-connections", Integer.toString(options.connections()));
    settings.put("binlog-format", "ROW");
    settings.put("innodb-autoinc-lock-mode", "2");
    settings.put("innodb-buffer-pool-size", "32M");
    // What a crash of the machine would do to the data does not matter here.
    settings.put("innodb-flush-log-at-trx-commit", "2");
    settings.put("wsrep-on", "ON");
    settings.put("wsrep-provider", programs.library().toString());
    settings.put("wsrep-cluster-name", "isogauge");
    settings.put("wsrep-node-name", name());
    settings.put("wsrep-node-address", address(groupPort));
    settings.put("wsrep-sst-method", "rsync");
    settings.put("wsrep-sst-receive-address", address(copyPort));
    settings.put(
        "wsrep-cluster-address",
        members.stream()
            .map(member -> member.address(member.groupPort))
            .collect(Collectors.joining(",", "gcomm://", "")));
    settings.put(
        "wsrep-provider-options",
        "gmcast.listen_addr=tcp://%s;ist.recv_addr=%s;gcache.size=32M"
            .formatted(address(groupPort), address(catchUpPort)));
    // As the user writes them, with hyphens or underscores.
    options.settings().forEach((name, value) -> settings.put(name.replace('_', '-'), value));
    List<String> command = new ArrayList<>(programs.command());
    new TreeMap<>(settings).forEach((name, value) -> command.add("--" + name + "=" + value));
    return command;
  }

  private String address(int ofPort) {
    return site.host() + ":" + ofPort;
  }

  @Override
  public String name() {
    return "member" + (site.number() + 1);
  }

  @Override
  public Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", MariaDbServer.USER);
    properties.setProperty("password", password);
    properties.setProperty("connectTimeout", "5000");
    return driver.connect("jdbc:mariadb://" + address(port) + "/", properties);
  }

  @Override
  public ServerNode node() {
    return new GuardedServer(name(), directory, site, "TERM", this::requireReady);
  }

  @Override
  public void close() {
    directory.close();
  }
}
