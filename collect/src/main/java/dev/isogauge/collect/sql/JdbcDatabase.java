package dev.isogauge.collect.sql;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Rows;
import dev.isogauge.collect.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A database over JDBC: its tables, its connections and one more connection to look after both. */
public final class JdbcDatabase implements Database {
  /** Where connections come from. */
  @FunctionalInterface
  public interface Connector {
    /** A new connection in JDBC's initial state; the number counts them. */
    Connection connect(int number) throws SQLException;
  }

  /** Tells the dialect of what is behind a connection. */
  @FunctionalInterface
  public interface Recognition {
    Dialect dialect(Connection connection) throws SQLException;
  }

  private final String name;
  private final Dialect dialect;
  private final Connector connector;
  private final DatabaseOptions options;
  private final Runnable shutdown;
  private final Set<JdbcSession> sessions = ConcurrentHashMap.newKeySet();
  private final JdbcConnection keeper;
  private final String version;
  private int connections;
  private boolean createdSchema;
  private boolean closed;

  private JdbcDatabase(
      String name,
      Recognition recognition,
      Connector connector,
      DatabaseOptions options,
      Runnable shutdown)
      throws SQLException {
    this.name = name;
    this.connector = connector;
    this.options = options;
    this.shutdown = shutdown;
    Connection raw = newConnection();
    this.dialect = recognition.dialect(raw);
    this.version =
        raw.getMetaData().getDatabaseProductName()
            + " "
            + raw.getMetaData().getDatabaseProductVersion().strip().lines().findFirst().orElse("");
    this.keeper = new JdbcConnection(raw, dialect);
  }

  /**
   * Connects and creates the tables.
   *
   * @param shutdown ends what was started for the database; runs also if this fails
   */
  public static JdbcDatabase create(
      String name,
      Recognition recognition,
      Connector connector,
      DatabaseOptions options,
      Runnable shutdown)
      throws DatabaseException {
    JdbcDatabase database = null;
    try {
      database = new JdbcDatabase(name, recognition, connector, options, shutdown);
      database.createTables();
      return database;
    } catch (SQLException e) {
      if (database == null) {
        shutdown.run();
      } else {
        database.close();
      }
      throw new DatabaseException(name + ": cannot connect: " + Messages.of(e), e);
    } catch (DatabaseException e) {
      database.close();
      throw e;
    }
  }

  /** As above, where the dialect is known. */
  public static JdbcDatabase create(
      String name, Dialect dialect, Connector connector, DatabaseOptions options, Runnable shutdown)
      throws DatabaseException {
    return create(name, connection -> dialect, connector, options, shutdown);
  }

  private synchronized Connection newConnection() throws SQLException {
    Connection connection = connector.connect(++connections);
    if (connection == null) {
      throw new SQLException("the driver does not know this URL", "08001");
    }
    return connection;
  }

  private void createTables() throws DatabaseException {
    if (dialect.existingTables().isPresent()) {
      Rows existing = administer(dialect.existingTables().get());
      if (!existing.isEmpty() && !options.replaceTables()) {
        throw new DatabaseException(
            name
                + " has tables in the schema "
                + Dialect.SCHEMA
                + " already ("
                + existing.text().toLowerCase(Locale.ROOT)
                + "), perhaps of an earlier run; --force replaces them");
      }
      if (options.replaceTables()) {
        run(dialect.dropSchema());
      }
    }
    run(dialect.createSchema());
    createdSchema = true;
    run(dialect.useSchema());
    run(dialect.createTables());
  }

  private void run(List<String> statements) throws DatabaseException {
    for (String statement : statements) {
      administer(statement);
    }
  }

  Dialect dialect() {
    return dialect;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public Capabilities capabilities() {
    return dialect.capabilities();
  }

  @Override
  public Session open(Level level) throws DatabaseException {
    JdbcSession session = new JdbcSession(this, level, connect(level));
    sessions.add(session);
    return session;
  }

  JdbcConnection connect(Level level) throws DatabaseException {
    JdbcConnection connection = null;
    try {
      connection = new JdbcConnection(newConnection(), dialect);
      List<String> preparation = new ArrayList<>(dialect.useSchema());
      preparation.addAll(dialect.lockTimeout(options.lockTimeout()));
      preparation.addAll(dialect.setLevel(level));
      for (String statement : preparation) {
        connection.runOnce(statement);
      }
      if (dialect.connectionNumber().isPresent()) {
        connection.number(connection.runOnce(dialect.connectionNumber().get()).text());
      }
      requireLevel(connection, level);
      connection.autoCommit(false);
      return connection;
    } catch (SQLException e) {
      if (connection != null) {
        connection.close();
      }
      throw new DatabaseException(
          name + ": cannot open a session at " + level + ": " + Messages.of(e), e);
    } catch (DatabaseException e) {
      connection.close();
      throw e;
    }
  }

  private void requireLevel(JdbcConnection connection, Level level)
      throws SQLException, DatabaseException {
    if (dialect.showLevel().isEmpty()) {
      return;
    }
    String shown = connection.runOnce(dialect.showLevel().get()).text();
    if (!shown.equalsIgnoreCase(dialect.shownAs(level))) {
      throw new DatabaseException(
          name + ": a session asked for " + level + " and the database says that it has " + shown);
    }
  }

  void closed(JdbcSession session) {
    sessions.remove(session);
  }

  @Override
  public void clear() throws DatabaseException {
    administer("DELETE FROM items");
    administer("DELETE FROM lists");
  }

  @Override
  public boolean isBlocked(Session session) throws DatabaseException {
    String number = session.connectionNumber();
    if (!capabilities().tellsBlocked() || number.isEmpty()) {
      return false;
    }
    return !administer(dialect.blocked(number).orElseThrow()).isEmpty();
  }

  @Override
  public void disconnect(Session session) throws DatabaseException {
    administer(
        dialect
            .disconnect(session.connectionNumber())
            .orElseThrow(
                () -> new DatabaseException(name + " cannot end the connections of others")));
  }

  @Override
  public Rows administer(String sql) throws DatabaseException {
    synchronized (keeper) {
      try {
        return keeper.runOnce(sql);
      } catch (SQLException e) {
        throw new DatabaseException(name + ": " + Messages.of(e) + " in: " + sql, e);
      }
    }
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    List.copyOf(sessions).forEach(Session::close);
    if (createdSchema && dialect.existingTables().isPresent()) {
      try {
        run(dialect.dropSchema());
      } catch (DatabaseException e) {
        options.notices().accept("the tables of this run may remain: " + e.getMessage());
      }
    }
    keeper.close();
    shutdown.run();
  }
}
