package dev.isogauge.recorder.jdbc;

import static org.assertj.core.api.Assertions.fail;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/**
 * Runs statements of several sessions, each a thread with a connection, one after another.
 *
 * <pre>
 *   SELECT ...          a statement of session 1; its rows are read
 *   2> SELECT ...       of session 2
 *   ! INSERT ...        one that fails
 *   keys INSERT ...     one whose generated keys are read
 *   batch A ;; B        a batch; ! batch may fail
 *   rows A ;; 3 5       a batch of one statement, whose parameters follow
 *   begin, commit, rollback, auto, savepoint, back     calls of the connection
 *   level 4             an isolation level by JDBC's number
 *   start UPDATE ...    one that waits for another session
 *   await               until it has come back
 * </pre>
 */
final class Script implements AutoCloseable {
  private static final int SECONDS = 30;

  private final DataSource source;
  private final Map<String, Session> sessions = new TreeMap<>();

  Script(DataSource source) {
    this.source = source;
  }

  private static final class Session {
    final ExecutorService thread;
    Connection connection;
    Savepoint savepoint;
    Future<?> waiting;

    Session(String name) {
      thread = Executors.newSingleThreadExecutor(work -> new Thread(work, "s" + name));
    }
  }

  void run(List<String> lines) throws Exception {
    for (String line : lines) {
      int mark = line.indexOf("> ");
      boolean isNamed = mark == 1;
      Session session =
          sessions.computeIfAbsent(isNamed ? line.substring(0, 1) : "1", Session::new);
      String text = isNamed ? line.substring(3) : line;
      if (text.equals("await")) {
        get(session.waiting, line);
      } else if (text.startsWith("start ")) {
        session.waiting = submit(session, text.substring(6));
        Thread.sleep(100);
      } else {
        get(submit(session, text), line);
      }
    }
  }

  private Future<?> submit(Session session, String line) {
    return session.thread.submit(
        () -> {
          if (session.connection == null) {
            session.connection = source.getConnection();
          }
          step(session, line);
          return null;
        });
  }

  private static void get(Future<?> work, String line) throws Exception {
    try {
      work.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError(line + ": " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError(line + ": waits");
    }
  }

  private static void step(Session session, String line) throws SQLException {
    Connection connection = session.connection;
    switch (line) {
      case "begin" -> connection.setAutoCommit(false);
      case "auto" -> connection.setAutoCommit(true);
      case "commit" -> connection.commit();
      case "rollback" -> connection.rollback();
      case "savepoint" -> session.savepoint = connection.setSavepoint();
      case "back" -> connection.rollback(session.savepoint);
      case "close" -> {
        connection.close();
        session.connection = null;
      }
      default -> {
        if (line.startsWith("! ")) {
          try {
            statement(connection, line.substring(2));
          } catch (SQLException e) {
            return;
          }
          fail("does not fail: " + line);
        } else {
          statement(connection, line);
        }
      }
    }
  }

  private static void statement(Connection connection, String line) throws SQLException {
    if (line.startsWith("level ")) {
      connection.setTransactionIsolation(Integer.parseInt(line.substring(6)));
      return;
    }
    if (line.startsWith("rows ")) {
      rows(connection, line.substring(5).split(" ;; ", -1));
      return;
    }
    try (Statement statement = connection.createStatement()) {
      if (line.startsWith("batch ")) {
        for (String each : line.substring(6).split(" ;; ", -1)) {
          statement.addBatch(each);
        }
        statement.executeBatch();
      } else if (line.startsWith("keys ")) {
        statement.executeUpdate(line.substring(5), Statement.RETURN_GENERATED_KEYS);
        read(statement.getGeneratedKeys());
      } else if (statement.execute(line)) {
        read(statement.getResultSet());
      }
    }
  }

  private static void rows(Connection connection, String[] parts) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(parts[0])) {
      for (int row = 1; row < parts.length; row++) {
        String[] values = parts[row].split(" ", -1);
        for (int i = 0; i < values.length; i++) {
          statement.setInt(i + 1, Integer.parseInt(values[i]));
        }
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  private static void read(ResultSet result) throws SQLException {
    try (result) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        for (int i = 1; i <= columns; i++) {
          result.getObject(i);
        }
      }
    }
  }

  @Override
  public void close() throws SQLException {
    for (Session session : sessions.values()) {
      session.thread.shutdown();
      if (session.connection != null) {
        session.connection.close();
      }
    }
  }
}
