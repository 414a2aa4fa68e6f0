package dev.isogauge.collect.duckdb;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.sql.EmbeddedEngine;
import dev.isogauge.collect.sql.ErrorKind;
import dev.isogauge.collect.sql.SingleFileDialect;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * DuckDB in this process, on a file in a temporary directory. There is one level, documented as
 * snapshot isolation, and no session waits: of two writers of a row the second is aborted, at once
 * or when it commits.
 */
public final class DuckDb implements SingleFileDialect {
  /** Errors have neither a state nor a code, only texts. */
  private static final Pattern CONFLICT =
      Pattern.compile(
          "TransactionContext Error:.*\\b[Cc]onflict.*"
              + "|TransactionContext Error: Failed to commit:.*constraint violation.*"
              + "|Constraint Error: Duplicate key.*",
          Pattern.DOTALL);

  public static Database start(String name, String version, DatabaseOptions options)
      throws DatabaseException {
    Driver driver = Drivers.of(options).load("org.duckdb.DuckDBDriver", KnownJars.duckDb(version));
    return new EmbeddedEngine(new DuckDb(), driver, "jdbc:duckdb:")
        .onFile(name, new Properties(), options);
  }

  @Override
  public DatabaseSystem system() {
    return DatabaseSystem.DUCKDB;
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
