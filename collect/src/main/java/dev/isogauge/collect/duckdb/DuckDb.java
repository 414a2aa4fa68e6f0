package dev.isogauge.collect.duckdb;

import static dev.isogauge.collect.Capability.LISTS;
import static dev.isogauge.collect.Capability.NEVER_WAITS;
import static dev.isogauge.collect.Capability.PREDICATES;
import static dev.isogauge.collect.Capability.RETURNS_CHANGED;
import static dev.isogauge.collect.Capability.SQL;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.collect.sql.EmbeddedSql;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.SingleFileDialect;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * DuckDB in this process, on a file in a temporary directory. There is one level, documented as
 * snapshot isolation, and no session waits: of two writers of a row the second is aborted, at once
 * or when it commits.
 */
public final class DuckDb implements EmbeddedSql, SingleFileDialect {
  /** Its only level has no name; it is documented as snapshot isolation. */
  private static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "DuckDB",
          Level.SNAPSHOT,
          Set.of(LISTS, PREDICATES, SQL, RETURNS_CHANGED, NEVER_WAITS),
          Level.standard(Level.SNAPSHOT));

  /** Errors have neither a state nor a code, only texts. */
  private static final Pattern CONFLICT =
      Pattern.compile(
          "TransactionContext Error:.*\\b[Cc]onflict.*"
              + "|TransactionContext Error: Failed to commit:.*constraint violation.*"
              + "|Constraint Error: Duplicate key.*",
          Pattern.DOTALL);

  @Override
  public String name() {
    return "duckdb";
  }

  @Override
  public List<String> variants() {
    return List.of(VERSION);
  }

  @Override
  public String meaning() {
    return "DuckDB on a temporary file, a download of 79 MB";
  }

  @Override
  public DatabaseSystem system() {
    return SYSTEM;
  }

  @Override
  public String driver() {
    return "org.duckdb.DuckDBDriver";
  }

  @Override
  public String jar(String variant) {
    return "org.duckdb:duckdb_jdbc:" + DefaultVersions.of("duckdb", variant);
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    return onFile(name, variant, "jdbc:duckdb:", new Properties(), options);
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(inProgram(variant, "jdbc:duckdb:test.duckdb"));
  }

  @Override
  public String longText() {
    return "VARCHAR";
  }

  @Override
  public ErrorKind classify(SQLException error) {
    return CONFLICT.matcher(String.valueOf(error.getMessage())).matches()
        ? ErrorKind.ABORTED
        : ErrorKind.ofState(error);
  }
}
