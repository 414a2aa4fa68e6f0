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
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A member of a MySQL group of our own, in which Group Replication certifies every commit. The
 * first one makes the group; the others join it, as one does that comes back after a crash.
 */
final class GroupServer implements ClusterServer {
  private static final int START_SECONDS = 120;
  private static final String STATE =
      "SELECT member_state FROM performance_schema.replication_group_members"
          + " WHERE member_id = @@server_uuid";

  private final GuardedDirectory directory;
  private final Site site;
  private final Driver driver;
  private final String password;
  private final int port;
  private final int groupPort;

  private GroupServer(GuardedDirectory directory, Site site, Driver driver, String password)
      throws IOException {
    this.directory = directory;
    this.site = site;
    this.driver = driver;
    this.password = password;
    this.port = GuardedDirectory.freePort();
    this.groupPort = GuardedDirectory.freePort();
  }

  /**
   * Starts a group.
   *
   * @param isMultiPrimary whether all members take writes, not only the first
   */
  static List<GroupServer> start(
      int members, boolean isMultiPrimary, Sites sites, Driver driver, DatabaseOptions options)
      throws DatabaseException {
    MariaDbBinaries found = MariaDbBinaries.findMySql8(options.notices());
    // Replication takes 32 characters at most.
    String password = UUID.randomUUID().toString().replace("-", "");
    String group = UUID.randomUUID().toString();
    List<GroupServer> servers = new ArrayList<>();
    try {
      for (int i = 0; i < members; i++) {
        servers.add(create(sites.site(i), driver, password));
      }
      MariaDbBinaries[] programs = new MariaDbBinaries[1];
      for (GroupServer server : servers) {
        server.directory.prepare(
            "MySQL",
            () -> {
              programs[0] =
                  programs[0] == null ? found.within(server.directory.path()) : programs[0];
              server.run(programs[0], group, isMultiPrimary, servers, options);
            });
      }
      return servers;
    } catch (DatabaseException e) {
      servers.forEach(GroupServer::close);
      throw e;
    }
  }

  private static GroupServer create(Site site, Driver driver, String password)
      throws DatabaseException {
    GuardedDirectory directory = GuardedDirectory.create("isogauge-mysql-group");
    try {
      return new GroupServer(directory, site, driver, password);
    } catch (IOException e) {
      directory.close();
      throw new DatabaseException("there is no free port: " + e.getMessage(), e);
    }
  }

  private void run(
      MariaDbBinaries programs,
      String group,
      boolean isMultiPrimary,
      List<GroupServer> members,
      DatabaseOptions options)
      throws IOException, DatabaseException {
    Path data = ServerAccount.directory(directory.path().resolve("data"));
    MariaDbServer.createSystemTables(directory, programs, data);
    Path users =
        ServerAccount.file(
            directory.path().resolve("users.sql"),
            programs.brand().users(MariaDbServer.USER, host(), password));
    Map<String, String> settings = settings(programs, data, group, isMultiPrimary, members);
    settings.put("max-connections", Integer.toString(options.connections()));
    // As the user writes them, with hyphens or underscores.
    options.settings().forEach((name, value) -> settings.put(name.replace('_', '-'), value));
    List<String> again = programs.command(settings);
    settings.put("loose-group-replication-start-on-boot", "OFF");
    settings.put("init-file", users.toString());
    directory.start(site.command(directory, programs.command(settings)));
    if (!directory.awaitReady(() -> connect().close(), START_SECONDS)) {
      throw new DatabaseException("MySQL does not start: " + directory.complaint());
    }
    Files.delete(users);
    join(this == members.get(0));
    if (!directory.awaitReady(this::requireReady, START_SECONDS)) {
      throw new DatabaseException("MySQL does not join its group: " + directory.complaint());
    }
    directory.describe(site.command(directory, again));
  }

  /** Members connect to one another by these users, whatever namespace they are in. */
  private String host() {
    return site.network().canCut() ? "%" : "127.0.0.1";
  }

  private Map<String, String> settings(
      MariaDbBinaries programs,
      Path data,
      String group,
      boolean isMultiPrimary,
      List<GroupServer> members) {
    Map<String, String> settings = MariaDbServer.files(programs, data);
    settings.put("bind-address", site.host());
    settings.put("port", Integer.toString(port));
    settings.put("report-host", site.host());
    settings.put("report-port", Integer.toString(port));
    settings.put("socket", data.resolve("socket").toString());
    settings.put("pid-file", data.resolve("mysql.pid").toString());
    settings.put("server-id", Integer.toString(site.number() + 1));
    settings.put("gtid-mode", "ON");
    settings.put("enforce-gtid-consistency", "ON");
    settings.put("innodb-buffer-pool-size", "32M");
    // What a crash of the machine would do to the data does not matter here; the server's does.
    settings.put("innodb-flush-log-at-trx-commit", "2");
    settings.put(
        "plugin-dir", programs.libraries().get(programs.libraries().size() - 1).toString());
    settings.put("plugin-load-add", "group_replication.so");
    settings.put("loose-group-replication-group-name", group);
    settings.put("loose-group-replication-local-address", address(groupPort));
    settings.put(
        "loose-group-replication-group-seeds",
        members.stream()
            .map(member -> member.address(member.groupPort))
            .collect(Collectors.joining(",")));
    settings.put("loose-group-replication-single-primary-mode", isMultiPrimary ? "OFF" : "ON");
    settings.put("loose-group-replication-start-on-boot", "ON");
    // One that was expelled comes back by itself, as often as it takes.
    settings.put("loose-group-replication-autorejoin-tries", "100");
    return settings;
  }

  private void join(boolean isFirst) throws DatabaseException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CHANGE REPLICATION SOURCE TO SOURCE_USER = '%s', SOURCE_PASSWORD = '%s'"
                  .formatted(MariaDbServer.USER, password)
              + " FOR CHANNEL 'group_replication_recovery'");
      if (isFirst) {
        statement.execute("SET GLOBAL group_replication_bootstrap_group = ON");
      }
      statement.execute("START GROUP_REPLICATION");
      statement.execute("SET GLOBAL group_replication_bootstrap_group = OFF");
    } catch (SQLException e) {
      throw new DatabaseException(
          "MySQL does not join its group: " + e.getMessage() + "\n" + directory.complaint(), e);
    }
  }

  private void requireReady() throws SQLException {
    try (Connection connection = connect()) {
      String state = Recognition.ask(connection, STATE);
      if (!state.equals("ONLINE")) {
        throw new SQLException("the member is " + state);
      }
    }
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
