package dev.isogauge.collect.other;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.sql.Dialect;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.JdbcDatabase;
import dev.isogauge.collect.sql.JdbcNode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;

/**
 * Any database, by a driver that the user brings and in SQL that most understand. Tables lie in the
 * schema that a connection has; there are no lists, as databases agree on no way to append to a
 * text.
 */
public final class OtherDatabase implements Dialect {
  private static final String INSERT = "INSERT INTO items (id, val) VALUES (:key, :value)";

  private OtherDatabase() {}

  /** Connects to servers by their JDBC URLs, with the driver in the jars. */
  public static Database connect(
      String name, List<String> urls, List<Path> jars, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = Drivers.find(urls.get(0), jars);
    List<JdbcNode> nodes = new ArrayList<>();
    for (String url : urls) {
      nodes.add(
          JdbcNode.of(
              nodes.size(), urls.size(), number -> driver.connect(url, new Properties())));
    }
    return JdbcDatabase.connect(name, connection -> new OtherDatabase(), nodes, options);
  }

  @Override
  public DatabaseSystem system() {
    return DatabaseSystem.OTHER;
  }

  @Override
  public List<String> createSchema() {
    return List.of();
  }

  @Override
  public List<String> useSchema() {
    return List.of();
  }

  @Override
  public String longText() {
    return "VARCHAR(1000)";
  }

  @Override
  public List<String> setLevel(Level level) {
    return List.of();
  }

  @Override
  public OptionalInt jdbcLevel(Level level) {
    return OptionalInt.of(
        switch (level.name()) {
          case Level.READ_UNCOMMITTED -> Connection.TRANSACTION_READ_UNCOMMITTED;
          case Level.READ_COMMITTED -> Connection.TRANSACTION_READ_COMMITTED;
          case Level.REPEATABLE_READ -> Connection.TRANSACTION_REPEATABLE_READ;
          default -> Connection.TRANSACTION_SERIALIZABLE;
        });
  }

  @Override
  public Optional<String> showLevel() {
    return Optional.empty();
  }

  @Override
  public List<String> write() {
    return List.of("UPDATE items SET val = :value WHERE id = :key", INSERT);
  }

  @Override
  public List<String> insert() {
    return List.of("SELECT id FROM items WHERE id = :key", INSERT);
  }

  @Override
  public List<String> append() {
    return List.of();
  }

  /** A key that is there already: another transaction inserted it meanwhile. */
  @Override
  public ErrorKind classify(SQLException error) {
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    return state.startsWith("23") ? ErrorKind.ABORTED : ErrorKind.ofState(error);
  }
}
