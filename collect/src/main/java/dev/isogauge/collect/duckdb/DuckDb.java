package dev.isogauge.collect.duckdb;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.artifact.Coordinates;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.process.GuardedDirectory;
import dev.isogauge.collect.sql.Dialect;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.JdbcDatabase;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * DuckDB in this process, on a file in a temporary directory. There is one level, documented as
 * snapshot isolation, and nobody waits: of two writers of a row the second is aborted, at once or
 * when it commits.
 */
public final class DuckDb implements Dialect {
  private static final Level ONLY = Level.standard(Level.SNAPSHOT);
  private static final Capabilities CAPABILITIES =
      new Capabilities(List.of(ONLY), ONLY, true, true, true, false, false);

  /** Errors have neither a state nor a code, only texts. */
  private static final Pattern CONFLICT =
      Pattern.compile(
          "TransactionContext Error:.*\\b[Cc]onflict.*"
              + "|TransactionContext Error: Failed to commit:.*constraint violation.*"
              + "|Constraint Error: Duplicate key.*",
          Pattern.DOTALL);

  public static Database start(String name, String version, DatabaseOptions options)
      throws DatabaseException {
    Driver driver =
        new Drivers(new Artifacts(options.notices()))
            .load("org.duckdb.DuckDBDriver", new Coordinates("org.duckdb", "duckdb_jdbc", version));
    GuardedDirectory directory = GuardedDirectory.create("isogauge-duckdb");
    String url = "jdbc:duckdb:" + directory.path().resolve("database");
    Properties properties = new Properties();
    options.settings().forEach(properties::setProperty);
    return JdbcDatabase.create(
        name, new DuckDb(), number -> driver.connect(url, properties), options, directory::close);
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public List<String> createSchema() {
    return List.of();
  }

  /** Every database is new. */
  @Override
  public Optional<String> existingTables() {
    return Optional.empty();
  }

  @Override
  public String longText() {
    return "VARCHAR";
  }

  @Override
  public List<String> useSchema() {
    return List.of();
  }

  @Override
  public List<String> setLevel(Level level) {
    return List.of();
  }

  @Override
  public Optional<String> showLevel() {
    return Optional.empty();
  }

  @Override
  public List<String> write() {
    return List.of(
        "INSERT INTO items (id, val) VALUES (:key, :value)"
            + " ON CONFLICT (id) DO UPDATE SET val = excluded.val");
  }

  @Override
  public List<String> insert() {
    return List.of("INSERT INTO items (id, val) VALUES (:key, :value) ON CONFLICT (id) DO NOTHING");
  }

  @Override
  public List<String> append() {
    return List.of(
        "INSERT INTO lists (id, elements) VALUES (:key, :value)"
            + " ON CONFLICT (id) DO UPDATE SET elements = elements || ',' || excluded.elements");
  }

  @Override
  public String updateWhere(String condition) {
    return Dialect.super.updateWhere(condition) + " RETURNING id";
  }

  @Override
  public String deleteWhere(String condition) {
    return Dialect.super.deleteWhere(condition) + " RETURNING id";
  }

  @Override
  public Optional<String> connectionNumber() {
    return Optional.empty();
  }

  @Override
  public Optional<String> blocked(String connectionNumber) {
    return Optional.empty();
  }

  @Override
  public ErrorKind classify(SQLException error) {
    return CONFLICT.matcher(String.valueOf(error.getMessage())).matches()
        ? ErrorKind.ABORTED
        : ErrorKind.ofState(error);
  }
}
