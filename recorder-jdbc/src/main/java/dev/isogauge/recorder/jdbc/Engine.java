package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.RecordingException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;

/**
 * Records what goes through the connections of one database. The data source, the driver, and
 * whatever else wraps connections share it.
 *
 * <p>The first connection reads the catalog and the rows that are there, before the application
 * gets it. After that only statements that define something let it look again, on the connection
 * that sent them.
 */
final class Engine {
  private static final System.Logger LOGGER = System.getLogger("dev.isogauge");

  /** What is common to the databases of one recording. */
  private static final class Shared {
    final Cells cells;
    final List<String> databases = new ArrayList<>();

    Shared(Recorder recorder) {
      this.cells = new Cells(recorder);
    }
  }

  private static final Map<Recorder, Shared> SHARED = new WeakHashMap<>();

  private final Recorder recorder;
  private final Optional<Mapping> mapping;
  private final Shared shared;
  private final Plans plans = new Plans(this);
  private final Set<String> clocks = new HashSet<>();

  /** Names of tables that connections made for themselves. */
  private final Set<String> temporary = new HashSet<>();

  /** By table how often it was dropped: rows of its successor are other rows. */
  private final Map<String, Integer> generations = new HashMap<>();

  private final Optional<Callable<Connection>> another;

  /** Null where row versions are not recorded. */
  private RowRecording rows;

  private Readings readings;
  private String prefix = "";
  private boolean savesBeforeStatements;
  private boolean hasOpened;
  private volatile Catalog catalog = Plans.NO_CATALOG;
  private volatile boolean hasStopped;

  /**
   * An engine.
   *
   * @param another gives a further connection, on which PostgreSQL's log is read
   */
  Engine(Recorder recorder, Optional<Mapping> mapping, Optional<Callable<Connection>> another) {
    this.recorder = recorder;
    this.mapping = mapping;
    this.another = another;
    synchronized (SHARED) {
      this.shared = SHARED.computeIfAbsent(recorder, Shared::new);
    }
  }

  /** The connection for the application; as it is where it cannot be recorded. */
  Connection wrap(Connection connection) {
    try {
      boolean autoCommit = connection.getAutoCommit();
      open(connection, autoCommit);
      if (rows != null) {
        return Calls.proxy(
            connection, new RowConnectionHandler(connection, this, rows, autoCommit));
      }
      ConnectionLog log = new ConnectionLog(this, autoCommit);
      return Calls.proxy(connection, new ConnectionHandler(connection, this, log));
    } catch (Throwable e) {
      failed(e);
      return connection;
    }
  }

  private synchronized void open(Connection connection, boolean autoCommit) throws SQLException {
    if (hasOpened) {
      return;
    }
    hasOpened = true;
    try {
      RecordedDialect dialect =
          RecordedDialect.of(connection.getMetaData().getDatabaseProductName());
      String url = String.valueOf(connection.getMetaData().getURL());
      savesBeforeStatements = url.matches(".*autosave=(always|conservative).*");
      prefix = prefix(url.split("[?;]", 2)[0]);
      catalog = Plans.emptyCatalog(dialect);
      catalog = read(connection, dialect);
      if (!followsLog(dialect)) {
        new InitialRows(connection, shared.cells).read(catalog);
      }
    } catch (SQLException e) {
      failed(e);
    } finally {
      if (!autoCommit) {
        connection.rollback();
      }
    }
  }

  /**
   * Begins to record row versions of PostgreSQL for statements that do not come by JDBC.
   *
   * @param connection reads the catalog, and stays the caller's
   */
  RowRecording openRows(Connection connection, Optional<Redaction> redaction) throws Exception {
    hasOpened = true;
    catalog = Plans.emptyCatalog(RecordedDialect.POSTGRES);
    catalog = read(connection, RecordedDialect.POSTGRES);
    rows = RowRecording.start(recorder, another.orElseThrow(), catalog.schema(), prefix, redaction);
    readings = new Readings(this, rows);
    return rows;
  }

  /** Begins to record row versions, if the database has them. */
  private boolean followsLog(RecordedDialect dialect) {
    if (dialect != RecordedDialect.POSTGRES || mapping.isPresent() || another.isEmpty()) {
      return false;
    }
    try {
      rows =
          RowRecording.start(recorder, another.get(), catalog.schema(), prefix, Optional.empty());
      readings = new Readings(this, rows);
      return true;
    } catch (Exception e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "PostgreSQL's row versions are not recorded, only values: "
              + e.getMessage()
              + " (wanted: wal_level = logical, and for the user ALTER ROLE ... REPLICATION)");
      return false;
    }
  }

  private String prefix(String database) {
    synchronized (shared) {
      if (!shared.databases.contains(database)) {
        shared.databases.add(database);
      }
      int number = shared.databases.indexOf(database) + 1;
      return number == 1 ? "" : "db" + number + ":";
    }
  }

  private Catalog read(Connection connection, RecordedDialect dialect) throws SQLException {
    Catalog found =
        new CatalogReader(connection, dialect, mapping, prefix, generations)
            .read(catalog.version() + 1);
    temporary.addAll(found.temporary());
    Catalog all = found.with(temporary);
    return clocks.isEmpty() ? all : all.without(clocks);
  }

  /**
   * After something was defined: reads the catalog again.
   *
   * @param dropped tables that are no more, by name
   * @param isCreation whether new tables have no rows
   */
  synchronized void defined(Connection connection, Set<String> dropped, boolean isCreation) {
    if (!isRecording()) {
      return;
    }
    try {
      Catalog before = catalog;
      for (String key : before.tables().keySet()) {
        if (dropped.contains(key.substring(key.indexOf('.') + 1))) {
          generations.merge(key, 1, Integer::sum);
        }
      }
      Catalog after = read(connection, before.dialect());
      boolean isVanished = false;
      for (String key : before.tables().keySet()) {
        if (!after.tables().containsKey(key)
            && !dropped.contains(key.substring(key.indexOf('.') + 1))) {
          generations.merge(key, 1, Integer::sum);
          isVanished = true;
        }
      }
      catalog = isVanished ? read(connection, before.dialect()) : after;
      if (isCreation) {
        InitialRows.ofNewTables(before, catalog, shared.cells);
      }
    } catch (SQLException | RuntimeException e) {
      failed(e);
    }
  }

  /** Leaves columns out that the database's clock writes. */
  synchronized Catalog leaveOut(Set<String> relations) {
    for (String relation : relations) {
      if (clocks.add(relation)) {
        recorder.unknownStatement(
            "column " + relation, "it is left out: the database's clock writes it");
      }
    }
    catalog = catalog.without(clocks);
    return catalog;
  }

  /** Names may stand for tables that a connection has for itself, from now on. */
  synchronized void hide(Set<String> names) {
    if (temporary.addAll(names)) {
      catalog = catalog.with(temporary);
    }
  }

  boolean isRecording() {
    return !hasStopped && !recorder.isClosed();
  }

  Recorder recorder() {
    return recorder;
  }

  Cells cells() {
    return shared.cells;
  }

  Catalog catalog() {
    return catalog;
  }

  Readings readings() {
    return readings;
  }

  Plans plans() {
    return plans;
  }

  /** Whether the driver sets a savepoint before each statement, so that failures end nothing. */
  boolean savesBeforeStatements() {
    return savesBeforeStatements;
  }

  /** Something went wrong that is not the application's. */
  void failed(Throwable e) {
    if (e instanceof RecordingException || e instanceof VirtualMachineError) {
      stop(e);
    } else {
      LOGGER.log(System.Logger.Level.DEBUG, "recorded as unknown", e);
    }
  }

  /** Ends the recording; the application goes on. */
  void stop(Throwable e) {
    if (isRecording()) {
      hasStopped = true;
      LOGGER.log(
          System.Logger.Level.WARNING, "the recording ends here; the application goes on: " + e);
    }
  }
}
