package dev.isogauge.collect.other;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.sql.DriverLevelDialect;
import dev.isogauge.collect.sql.JdbcDatabase;
import dev.isogauge.collect.sql.JdbcNode;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Any database, by a driver that the user brings and in SQL that most understand. There are no
 * lists, as databases agree on no way to append to a text.
 */
public final class OtherDatabase implements DriverLevelDialect {
  private OtherDatabase() {}

  /** Connects to servers by their JDBC URLs, with the driver in the jars. */
  public static Database connect(
      String name, List<String> urls, List<Path> jars, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = Drivers.find(urls.get(0), jars);
    List<JdbcNode> nodes = new ArrayList<>();
    for (String url : urls) {
      nodes.add(
          JdbcNode.of(nodes.size(), urls.size(), number -> driver.connect(url, new Properties())));
    }
    return JdbcDatabase.connect(name, connection -> new OtherDatabase(), nodes, options);
  }

  @Override
  public DatabaseSystem system() {
    return DatabaseSystem.OTHER;
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
