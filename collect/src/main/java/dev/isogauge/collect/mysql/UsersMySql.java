package dev.isogauge.collect.mysql;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.sql.JdbcDatabase;
import dev.isogauge.collect.sql.JdbcNode;
import dev.isogauge.collect.sql.JdbcUrl;
import dev.isogauge.collect.sql.ServerUrl;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Servers that speak MySQL's protocol, by their URLs. */
public final class UsersMySql implements DatabaseProvider {
  @Override
  public String name() {
    return "jdbc:mariadb";
  }

  @Override
  public List<String> otherNames() {
    return List.of("jdbc:mysql");
  }

  @Override
  public String form() {
    return "jdbc:mariadb:URL";
  }

  @Override
  public boolean knows(String variant) {
    return true;
  }

  @Override
  public String meaning() {
    return "a server that speaks MariaDB's or MySQL's protocol";
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of(
        MariaDb.SYSTEM,
        MariaDb.SNAPSHOTS,
        Galera.SYSTEM,
        Galera.SNAPSHOTS,
        MySql.SYSTEM,
        MySqlGroup.SYSTEM,
        TiDb.SYSTEM);
  }

  @Override
  public Set<Topology.Part> parts() {
    return Set.of(Topology.Part.URLS);
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    return JdbcUrl.connect(name, topology, (shown, servers) -> connect(shown, servers, options));
  }

  private static Database connect(String name, List<ServerUrl> urls, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = Family.driver(options);
    List<JdbcNode> nodes = new ArrayList<>();
    for (ServerUrl url : urls) {
      String known = url.address().replaceFirst("^jdbc:mysql:", "jdbc:mariadb:");
      nodes.add(
          JdbcNode.of(nodes.size(), urls.size(), number -> driver.connect(known, url.login())));
    }
    return JdbcDatabase.connect(name, Family::dialect, nodes, options);
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(Family.program());
  }
}
