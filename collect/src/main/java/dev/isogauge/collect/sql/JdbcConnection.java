package dev.isogauge.collect.sql;

import dev.isogauge.collect.Rows;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A JDBC connection that keeps its prepared statements and turns results into {@link Rows}. A
 * driver that says nothing is not trusted: no result, no count and a connection that commits by
 * itself are errors.
 */
final class JdbcConnection implements AutoCloseable {
  private static final int PREPARED_STATEMENTS = 256;
  private static final String CONNECTION_FAILURE = "08006";

  private final Connection connection;
  private final Dialect dialect;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private String number = "";

  JdbcConnection(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  /** What the database calls the connection, or nothing. */
  String number() {
    return number;
  }

  void number(String number) {
    this.number = number;
  }

  /** From now on a connection is lost when the server says nothing for this time. */
  void answersWithin(Duration time) {
    try {
      connection.setNetworkTimeout(Runnable::run, (int) time.toMillis());
    } catch (SQLException e) {
      // An engine in this process has no network that could fail.
    }
  }

  /** Sets the level through the driver, and asks whether it is set. */
  void level(int wanted) throws SQLException {
    connection.setTransactionIsolation(wanted);
    int found = connection.getTransactionIsolation();
    if (found != wanted) {
      throw new SQLException(
          "asked for the level " + wanted + " of JDBC, and the driver says that it is " + found);
    }
  }

  void autoCommit(boolean on) throws SQLException {
    connection.setAutoCommit(on);
  }

  /** Operations on a connection that commits by itself do not form a transaction. */
  void requireTransactions() throws SQLException {
    if (connection.getAutoCommit()) {
      throw new SQLException("the connection commits every statement by itself, unasked");
    }
  }

  void commit() throws SQLException {
    requireTransactions();
    connection.commit();
  }

  void rollback() throws SQLException {
    connection.rollback();
  }

  /** The kind of an error; a connection that turns out closed was lost whatever the error says. */
  ErrorKind kindOf(SQLException error) {
    ErrorKind kind = dialect.classify(error);
    try {
      return kind == ErrorKind.REJECTED && connection.isClosed() ? ErrorKind.LOST : kind;
    } catch (SQLException e) {
      return ErrorKind.LOST;
    }
  }

  /** Runs a statement that is not worth preparing. */
  Rows runOnce(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute(sql) ? rows(statement) : Rows.changed(statement.getUpdateCount());
    }
  }

  Rows run(String sql, Object... parameters) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    // DuckDB closes a statement that failed.
    if (statement == null || statement.isClosed()) {
      forgetStatements();
      statement = answered(connection.prepareStatement(sql), "statement");
      prepared.put(sql, statement);
    }
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    if (execute(statement)) {
      return rows(statement);
    }
    int count = statement.getUpdateCount();
    if (count < 0) {
      throw new SQLException("the driver returned neither rows nor a count of changed rows");
    }
    return Rows.changed(count);
  }

  private static boolean execute(PreparedStatement statement) throws SQLException {
    try {
      return statement.execute();
    } catch (StackOverflowError e) {
      // HSQLDB follows sessions that wait for one another, without end if it missed a deadlock.
      throw new SQLException("the engine failed inside: " + e, CONNECTION_FAILURE, e);
    }
  }

  private static <T> T answered(T answer, String what) throws SQLException {
    if (answer == null) {
      throw new SQLException("the driver returned no " + what + " and no error");
    }
    return answer;
  }

  /** Conditions with ever new bounds would fill the memory. */
  private void forgetStatements() throws SQLException {
    if (prepared.size() >= PREPARED_STATEMENTS) {
      for (PreparedStatement statement : prepared.values()) {
        statement.close();
      }
      prepared.clear();
    }
  }

  private static Rows rows(Statement statement) throws SQLException {
    try (ResultSet results = answered(statement.getResultSet(), "rows")) {
      ResultSetMetaData about = results.getMetaData();
      List<String> columns = new ArrayList<>();
      for (int i = 1; i <= about.getColumnCount(); i++) {
        columns.add(about.getColumnLabel(i).toLowerCase(Locale.ROOT));
      }
      List<List<Object>> rows = new ArrayList<>();
      while (results.next()) {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= columns.size(); i++) {
          row.add(value(results, i));
        }
        rows.add(row);
      }
      return new Rows(columns, rows, 0);
    }
  }

  private static Object value(ResultSet results, int column) throws SQLException {
    Object value = results.getObject(column);
    if (value instanceof Long || value == null) {
      return value;
    } else if (value instanceof BigDecimal decimal && decimal.stripTrailingZeros().scale() > 0) {
      return decimal.toPlainString();
    } else if (value instanceof Number number && !(value instanceof Double)) {
      return number.longValue();
    }
    return results.getString(column);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is not used any more, and its transaction ends with it.
    }
  }
}
