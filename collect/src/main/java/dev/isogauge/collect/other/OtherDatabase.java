package dev.isogauge.collect.other;

import static dev.isogauge.collect.Capability.PREDICATES;
import static dev.isogauge.collect.Capability.SQL;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.sql.DriverLevelDialect;
import dev.isogauge.collect.sql.JdbcDatabase;
import dev.isogauge.collect.sql.JdbcNode;
import dev.isogauge.collect.sql.JdbcUrl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * Any database, by a driver that the user brings and in SQL that most understand. There are no
 * lists, as databases agree on no way to append to a text.
 */
public final class OtherDatabase implements DriverLevelDialect, DatabaseProvider {
  /** Levels claim what their names mean. */
  private static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "others by `--driver-jar`",
          Level.READ_COMMITTED,
          Set.of(PREDICATES, SQL),
          Level.sql(Level.standard(Level.REPEATABLE_READ)));

  @Override
  public String name() {
    return "jdbc";
  }

  @Override
  public String form() {
    return "jdbc:URL";
  }

  @Override
  public String meaning() {
    return "any database, by a driver that --driver-jar names";
  }

  @Override
  public boolean knows(String variant) {
    return true;
  }

  @Override
  public DatabaseSystem system() {
    return SYSTEM;
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of(SYSTEM);
  }

  @Override
  public Set<Topology.Part> parts() {
    return Set.of(Topology.Part.URLS);
  }

  @Override
  public List<DatabaseSystem> systems(
      String variant, Topology topology, Map<String, String> settings) throws DatabaseException {
    if (topology.driverJars().isEmpty()) {
      throw new DatabaseException("a driver is needed; expected --driver-jar");
    }
    for (Path jar : topology.driverJars()) {
      if (!Files.isRegularFile(jar)) {
        throw new DatabaseException("there is no driver " + jar);
      }
    }
    return systems();
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    List<String> urls = new ArrayList<>(List.of(name));
    urls.addAll(topology.urls());
    Driver driver = Drivers.find(name, topology.driverJars());
    List<JdbcNode> nodes = new ArrayList<>();
    for (String url : urls) {
      nodes.add(
          JdbcNode.of(nodes.size(), urls.size(), number -> driver.connect(url, new Properties())));
    }
    return JdbcDatabase.connect(JdbcUrl.shown(name), connection -> this, nodes, options);
  }

  @Override
  public String longText() {
    return "VARCHAR(1000)";
  }

  @Override
  public List<String> append() {
    return List.of();
  }
}
