package dev.isogauge.collect.sql;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.PlainSql;
import dev.isogauge.collect.Rows;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.SessionPlace;
import dev.isogauge.collect.cluster.Cluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A database over JDBC: its connections, and one more to look after them and the tables. */
public final class JdbcDatabase implements Database {
  /** Where connections come from. */
  @FunctionalInterface
  public interface Connector {
    /** A new connection in JDBC's initial state; the number counts them. */
    Connection connect(int number) throws SQLException;
  }

  /** Finds the dialect of the server behind a connection. */
  @FunctionalInterface
  public interface Recognition {
    /** The dialect; asked once, on the first connection. */
    Dialect dialect(Connection connection) throws SQLException;

    /** The last column of the first row of a query; empty if there is none. */
    static String ask(Connection connection, String query) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet results = statement.executeQuery(query)) {
        return results.next() ? results.getString(results.getMetaData().getColumnCount()) : "";
      }
    }
  }

  /** What the keeper asks may take longer than what sessions do, such as decoding a log. */
  private static final int KEEPERS_PATIENCE = 6;

  /** A program of a bug report takes up to a second to see that a statement waits. */
  private static final Duration PROGRAM_LOCK_TIMEOUT = Duration.ofSeconds(10);

  private final String name;
  private final Dialect dialect;
  private final List<JdbcNode> nodes;
  private final DatabaseOptions options;
  private final Optional<Runnable> shutdown;
  private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
  private final Object keeping = new Object();
  private JdbcConnection keeper;
  private final OwnTables tables;
  private final String version;
  private final AtomicInteger connections = new AtomicInteger();
  private List<ServerNode> servers = List.of();
  private boolean closed;

  private JdbcDatabase(
      String name,
      Recognition recognition,
      List<JdbcNode> nodes,
      DatabaseOptions options,
      Optional<Runnable> shutdown)
      throws SQLException {
    this.name = name;
    this.nodes = List.copyOf(nodes);
    this.options = options;
    this.shutdown = shutdown;
    Connection raw = newConnection(nodes.get(0));
    this.dialect = recognition.dialect(raw);
    this.version =
        raw.getMetaData().getDatabaseProductName()
            + " "
            + raw.getMetaData().getDatabaseProductVersion().strip().lines().findFirst().orElse("")
            + dialect.topology(nodes.size());
    this.keeper = keeper(raw);
    this.tables = new OwnTables(this, options);
  }

  private JdbcConnection keeper(Connection raw) throws SQLException {
    JdbcConnection connection = new JdbcConnection(raw, dialect);
    connection.answersWithin(options.answerTimeout().multipliedBy(KEEPERS_PATIENCE));
    return connection;
  }

  /** Connects to a server that is not ours and creates the tables, which are dropped in the end. */
  public static JdbcDatabase connect(
      String name, Recognition recognition, Connector connector, DatabaseOptions options)
      throws DatabaseException {
    return connect(name, recognition, List.of(JdbcNode.only(connector)), options);
  }

  /** The same on several servers; the first one gets the tables, and the others copy them. */
  public static JdbcDatabase connect(
      String name, Recognition recognition, List<JdbcNode> nodes, DatabaseOptions options)
      throws DatabaseException {
    return open(name, recognition, nodes, options, Optional.empty());
  }

  /**
   * Connects to a database of our own and creates the tables, which go with it.
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
    return open(
        name, recognition, List.of(JdbcNode.only(connector)), options, Optional.of(shutdown));
  }

  /** The same on several servers; the first one gets the tables, and the others copy them. */
  public static JdbcDatabase create(
      String name,
      Recognition recognition,
      List<JdbcNode> nodes,
      DatabaseOptions options,
      Cluster cluster)
      throws DatabaseException {
    JdbcDatabase database = open(name, recognition, nodes, options, Optional.of(cluster::close));
    database.servers = cluster.servers();
    return database;
  }

  private static JdbcDatabase open(
      String name,
      Recognition recognition,
      List<JdbcNode> nodes,
      DatabaseOptions options,
      Optional<Runnable> shutdown)
      throws DatabaseException {
    JdbcDatabase database = null;
    try {
      database = new JdbcDatabase(name, recognition, nodes, options, shutdown);
      database.tables.create(shutdown.isPresent());
      database.tables.awaitCopies(nodes.subList(1, nodes.size()));
      return database;
    } catch (SQLException e) {
      if (database == null) {
        shutdown.ifPresent(Runnable::run);
      } else {
        database.close();
      }
      throw new DatabaseException(name + ": cannot connect: " + Messages.of(e), e);
    } catch (DatabaseException e) {
      database.close();
      throw e;
    }
  }

  /** Without a lock: a thread that gets no answer must not keep others waiting. */
  Connection newConnection(JdbcNode node) throws SQLException {
    Connection connection = node.connector().connect(connections.incrementAndGet());
    if (connection == null) {
      throw new SQLException("the driver does not know this URL", "08001");
    }
    return connection;
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
    return dialect.system().capabilities();
  }

  @Override
  public Session open(Level level) throws DatabaseException {
    return open(level, 0);
  }

  @Override
  public int places() {
    return nodes.size();
  }

  @Override
  public SessionPlace place(int number) {
    return node(number).place();
  }

  @Override
  public List<ServerNode> servers() {
    return servers;
  }

  private JdbcNode node(int number) {
    return nodes.get(number % nodes.size());
  }

  @Override
  public Session open(Level level, int number) throws DatabaseException {
    JdbcNode node = node(number);
    List<String> settings = sessionSettings(number / nodes.size());
    JdbcSession session = new JdbcSession(this, level, () -> connect(level, node, settings));
    sessions.add(session);
    return session;
  }

  /** What gives a session its own settings, which the sessions of a server get in turn. */
  private List<String> sessionSettings(int turn) {
    return options.sessionSettings().entrySet().stream()
        .map(
            setting ->
                dialect.sessionSetting(
                    setting.getKey(), setting.getValue().get(turn % setting.getValue().size())))
        .toList();
  }

  private JdbcConnection connect(Level asked, JdbcNode node, List<String> settings)
      throws DatabaseException {
    Level level = node.readsOnly() ? dialect.onReplica(asked) : asked;
    JdbcConnection connection = null;
    try {
      connection = new JdbcConnection(newConnection(node), dialect);
      connection.answersWithin(options.lockTimeout().plus(options.answerTimeout()));
      List<String> preparation = new ArrayList<>(tables.use());
      preparation.addAll(dialect.lockTimeout(options.lockTimeout()));
      preparation.addAll(settings);
      preparation.addAll(dialect.setLevel(level));
      for (String statement : preparation) {
        connection.runOnce(statement);
      }
      if (dialect.connectionNumber().isPresent()) {
        connection.number(connection.runOnce(dialect.connectionNumber().get()).text());
      }
      if (dialect.jdbcLevel(level).isPresent()) {
        connection.level(dialect.jdbcLevel(level).getAsInt());
      }
      requireLevel(connection, level);
      connection.autoCommit(false);
      connection.requireTransactions();
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
    if (!capabilities().has(Capability.REPORTS_BLOCKED) || number.isEmpty()) {
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
  public void abandon(Session session) {
    sessions.remove(session);
  }

  @Override
  public Rows administer(String sql) throws DatabaseException {
    synchronized (keeping) {
      try {
        return keeper.runOnce(sql);
      } catch (SQLException e) {
        throw new DatabaseException(name + ": " + Messages.of(e) + " in: " + sql, e);
      }
    }
  }

  @Override
  public void reconnect() throws DatabaseException {
    synchronized (keeping) {
      try {
        JdbcConnection another = keeper(newConnection(nodes.get(0)));
        for (String statement : tables.use()) {
          another.runOnce(statement);
        }
        keeper.close();
        keeper = another;
      } catch (SQLException e) {
        throw new DatabaseException(name + ": cannot connect again: " + Messages.of(e), e);
      }
    }
  }

  @Override
  public Optional<PlainSql> plainSql(Level level) {
    List<String> preparation = new ArrayList<>(dialect.lockTimeout(PROGRAM_LOCK_TIMEOUT));
    preparation.addAll(dialect.setLevel(level));
    return Optional.of(
        new PlainSql(
            preparation,
            dialect.jdbcLevel(level),
            dialect.write(),
            dialect.createLists(),
            dialect.append(),
            dialect.savepoint(),
            JdbcSession.ROLLBACK_TO_SAVEPOINT));
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    List.copyOf(sessions).forEach(Session::close);
    if (shutdown.isEmpty()) {
      dropWhatIsOurs();
    }
    keeper.close();
    shutdown.ifPresent(Runnable::run);
  }

  /** Through a new connection if the keeper's was lost during the run. */
  private void dropWhatIsOurs() {
    try {
      synchronized (keeping) {
        tables.drop(keeper);
      }
    } catch (SQLException lost) {
      try (JdbcConnection another = new JdbcConnection(newConnection(nodes.get(0)), dialect)) {
        tables.drop(another);
      } catch (SQLException e) {
        options
            .notices()
            .accept(name + ": the tables of this run may remain: " + Messages.of(lost));
      }
    }
  }
}
