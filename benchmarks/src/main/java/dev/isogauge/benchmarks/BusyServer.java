package dev.isogauge.benchmarks;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.run.RunSummary;
import java.util.Map;

/** A PostgreSQL that works for the clients only, and does not let deadlocks wait. */
final class BusyServer {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "deadlock_timeout", "10ms",
          "autovacuum", "off",
          "checkpoint_timeout", "1h",
          "max_wal_size", "8GB");

  private BusyServer() {}

  static Database open(String name) throws DatabaseException {
    return Databases.open(name, DatabaseOptions.defaults().withSettings(SETTINGS));
  }

  /** Empties the tables, and removes what the runs before have left in them. */
  static void empty(Database database) throws DatabaseException {
    database.administer("TRUNCATE items, lists");
  }

  /** Has every key hold a value that no transaction writes, and nothing else. */
  static void fill(Database database, int keys) throws DatabaseException {
    empty(database);
    database.administer(
        "INSERT INTO items (id, val) SELECT k, 0 FROM generate_series(0, " + (keys - 1) + ") k");
    database.administer("ANALYZE items");
  }

  /** What ended otherwise than by commit or a conflict would make figures meaningless. */
  static RunSummary requireSound(RunSummary summary) throws DatabaseException {
    if (summary.stopped().isPresent() || summary.rejected().isPresent()) {
      throw new DatabaseException(
          "the run failed: " + summary.stopped().or(summary::rejected).orElseThrow());
    }
    return summary;
  }
}
