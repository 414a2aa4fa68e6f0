package dev.isogauge.collect.sql;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Rows;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** The tables of a run and their schema: creates them, and drops what is ours and nothing else. */
final class OwnTables {
  /** How long the tables may take to appear on the other servers. */
  private static final Duration COPY_PATIENCE = Duration.ofSeconds(30);

  private static final Duration COPY_PAUSE = Duration.ofMillis(50);

  private static final Set<String> TABLES = Set.of("items", "lists");

  private final JdbcDatabase database;
  private final Dialect dialect;
  private final DatabaseOptions options;
  private final String schema;
  private boolean createdTables;

  /** Whether the schema has our mark, or was created by this run. */
  private boolean isOurSchema;

  OwnTables(JdbcDatabase database, DatabaseOptions options) {
    this.database = database;
    this.dialect = database.dialect();
    this.options = options;
    this.schema = options.schema().orElse(Dialect.SCHEMA);
  }

  /** The statements that make a connection use the tables. */
  List<String> use() {
    return dialect.useSchema(schema);
  }

  /**
   * Creates the tables, and the schema if the database has none.
   *
   * @param ofOurOwn whether the database is new, so that nothing can be there
   */
  void create(boolean ofOurOwn) throws DatabaseException {
    Optional<Dialect.Existing> asked = ofOurOwn ? Optional.empty() : dialect.existing(schema);
    boolean hasSchema = false;
    if (asked.isPresent()) {
      Rows found = database.administer(asked.get().schema());
      hasSchema = !found.isEmpty();
      isOurSchema = hasSchema && options.schema().isEmpty() && isMark(found.rows().get(0).get(0));
      dropTablesOfEarlierRun(database.administer(asked.get().tables()));
    }
    if (!hasSchema) {
      requireOwnSchema();
      run(dialect.createSchema());
      isOurSchema = true;
    }
    run(use());
    if (asked.isEmpty()) {
      run(dialect.createTables()); // If one is there already it is not ours, and this fails.
      createdTables = true;
    } else {
      createdTables = true;
      run(dialect.createTables());
    }
  }

  /** A schema that the user gives is not created, and never dropped. */
  private void requireOwnSchema() throws DatabaseException {
    if (options.schema().isPresent()) {
      throw new DatabaseException(
          database.name() + " has no schema " + schema + "; create it, or leave out --schema");
    }
  }

  /** Waits until all other servers have the tables. */
  void awaitCopies(List<JdbcNode> others) throws DatabaseException {
    for (JdbcNode node : others) {
      long deadline = System.nanoTime() + COPY_PATIENCE.toNanos();
      while (!hasTables(node, deadline)) {
        LockSupport.parkNanos(COPY_PAUSE.toNanos());
      }
    }
  }

  private boolean hasTables(JdbcNode node, long deadline) throws DatabaseException {
    try (JdbcConnection connection = new JdbcConnection(database.newConnection(node), dialect)) {
      for (String statement : use()) {
        connection.runOnce(statement);
      }
      return connection.runOnce("SELECT id FROM lists").rows().isEmpty();
    } catch (SQLException e) {
      if (System.nanoTime() > deadline) {
        throw new DatabaseException(
            node.name()
                + " does not show the tables that were created on "
                + database.name()
                + " within "
                + COPY_PATIENCE.toSeconds()
                + " s; is it a copy of it? "
                + Messages.of(e),
            e);
      }
      return false;
    }
  }

  private static boolean isMark(Object comment) {
    return Dialect.MARK.equals(comment);
  }

  /** Drops what is ours, if that is wanted. A name is not enough: the mark shows what is ours. */
  private void dropTablesOfEarlierRun(Rows existing) throws DatabaseException {
    List<String> tables = new ArrayList<>();
    List<String> ofOthers = new ArrayList<>();
    for (List<Object> row : existing.rows()) {
      String table = String.valueOf(row.get(0));
      if (TABLES.contains(table) && isMark(row.get(1))) {
        tables.add(table);
      } else if (TABLES.contains(table) || options.schema().isEmpty()) {
        ofOthers.add(table); // In a schema of the user's there may be any others.
      }
    }
    requireReplaceable(tables, ofOthers);
    for (String table : tables) {
      database.administer(dropTable(table));
    }
  }

  private String dropTable(String table) {
    return "DROP TABLE " + schema + "." + table;
  }

  private void requireReplaceable(List<String> tables, List<String> ofOthers)
      throws DatabaseException {
    String where = database.name() + " has tables in the schema " + schema;
    if (!ofOthers.isEmpty()) {
      throw new DatabaseException(
          where
              + " that are not of Isogauge ("
              + String.join(", ", ofOthers)
              + "); move them, or give another database");
    }
    if (!tables.isEmpty() && !options.replaceTables()) {
      throw new DatabaseException(
          where
              + " already ("
              + String.join(", ", tables)
              + "), perhaps of an earlier run; --force replaces them");
    }
  }

  private void run(List<String> statements) throws DatabaseException {
    for (String statement : statements) {
      database.administer(statement);
    }
  }

  /** Drops tables with our mark, and the schema if it is ours and nothing else is in it. */
  void drop(JdbcConnection connection) throws SQLException {
    connection.answersWithin(options.answerTimeout());
    if (dialect.existing(schema).isEmpty()) {
      for (String table : createdTables ? TABLES : Set.<String>of()) {
        connection.runOnce("DROP TABLE " + table);
      }
      return;
    }
    String tables = dialect.existing(schema).orElseThrow().tables();
    if (createdTables) {
      for (List<Object> row : connection.runOnce(tables).rows()) {
        if (TABLES.contains(String.valueOf(row.get(0))) && isMark(row.get(1))) {
          connection.runOnce(dropTable(String.valueOf(row.get(0))));
        }
      }
    }
    if (isOurSchema && connection.runOnce(tables).isEmpty()) {
      connection.runOnce(dialect.dropSchema());
      isOurSchema = false;
    }
  }
}
