package dev.isogauge.recorder.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;

/** A statement that does what the driver's does. */
class ForwardingStatement implements Statement {
  final Statement statement;

  ForwardingStatement(Statement statement) {
    this.statement = statement;
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    statement.addBatch(sql);
  }

  @Override
  public void cancel() throws SQLException {
    statement.cancel();
  }

  @Override
  public void clearBatch() throws SQLException {
    statement.clearBatch();
  }

  @Override
  public void clearWarnings() throws SQLException {
    statement.clearWarnings();
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    statement.closeOnCompletion();
  }

  @Override
  public String enquoteIdentifier(String sql, boolean value) throws SQLException {
    return statement.enquoteIdentifier(sql, value);
  }

  @Override
  public String enquoteLiteral(String sql) throws SQLException {
    return statement.enquoteLiteral(sql);
  }

  @Override
  public String enquoteNCharLiteral(String sql) throws SQLException {
    return statement.enquoteNCharLiteral(sql);
  }

  @Override
  public boolean execute(String sql, int[] columns) throws SQLException {
    return statement.execute(sql, columns);
  }

  @Override
  public boolean execute(String sql, String[] columns) throws SQLException {
    return statement.execute(sql, columns);
  }

  @Override
  public boolean execute(String sql, int keys) throws SQLException {
    return statement.execute(sql, keys);
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    return statement.execute(sql);
  }

  @Override
  public int[] executeBatch() throws SQLException {
    return statement.executeBatch();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    return statement.executeLargeBatch();
  }

  @Override
  public long executeLargeUpdate(String sql, int[] columns) throws SQLException {
    return statement.executeLargeUpdate(sql, columns);
  }

  @Override
  public long executeLargeUpdate(String sql, String[] columns) throws SQLException {
    return statement.executeLargeUpdate(sql, columns);
  }

  @Override
  public long executeLargeUpdate(String sql, int keys) throws SQLException {
    return statement.executeLargeUpdate(sql, keys);
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    return statement.executeLargeUpdate(sql);
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    return statement.executeQuery(sql);
  }

  @Override
  public int executeUpdate(String sql, int[] columns) throws SQLException {
    return statement.executeUpdate(sql, columns);
  }

  @Override
  public int executeUpdate(String sql, String[] columns) throws SQLException {
    return statement.executeUpdate(sql, columns);
  }

  @Override
  public int executeUpdate(String sql, int keys) throws SQLException {
    return statement.executeUpdate(sql, keys);
  }

  @Override
  public int executeUpdate(String sql) throws SQLException {
    return statement.executeUpdate(sql);
  }

  @Override
  public Connection getConnection() throws SQLException {
    return statement.getConnection();
  }

  @Override
  public int getFetchDirection() throws SQLException {
    return statement.getFetchDirection();
  }

  @Override
  public int getFetchSize() throws SQLException {
    return statement.getFetchSize();
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    return statement.getGeneratedKeys();
  }

  @Override
  public long getLargeMaxRows() throws SQLException {
    return statement.getLargeMaxRows();
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    return statement.getLargeUpdateCount();
  }

  @Override
  public int getMaxFieldSize() throws SQLException {
    return statement.getMaxFieldSize();
  }

  @Override
  public int getMaxRows() throws SQLException {
    return statement.getMaxRows();
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    return statement.getMoreResults();
  }

  @Override
  public boolean getMoreResults(int index) throws SQLException {
    return statement.getMoreResults(index);
  }

  @Override
  public int getQueryTimeout() throws SQLException {
    return statement.getQueryTimeout();
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    return statement.getResultSet();
  }

  @Override
  public int getResultSetConcurrency() throws SQLException {
    return statement.getResultSetConcurrency();
  }

  @Override
  public int getResultSetHoldability() throws SQLException {
    return statement.getResultSetHoldability();
  }

  @Override
  public int getResultSetType() throws SQLException {
    return statement.getResultSetType();
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return statement.getUpdateCount();
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    return statement.getWarnings();
  }

  @Override
  public boolean isCloseOnCompletion() throws SQLException {
    return statement.isCloseOnCompletion();
  }

  @Override
  public boolean isClosed() throws SQLException {
    return statement.isClosed();
  }

  @Override
  public boolean isPoolable() throws SQLException {
    return statement.isPoolable();
  }

  @Override
  public boolean isSimpleIdentifier(String sql) throws SQLException {
    return statement.isSimpleIdentifier(sql);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return statement.isWrapperFor(type);
  }

  @Override
  public void setCursorName(String sql) throws SQLException {
    statement.setCursorName(sql);
  }

  @Override
  public void setEscapeProcessing(boolean value) throws SQLException {
    statement.setEscapeProcessing(value);
  }

  @Override
  public void setFetchDirection(int value) throws SQLException {
    statement.setFetchDirection(value);
  }

  @Override
  public void setFetchSize(int value) throws SQLException {
    statement.setFetchSize(value);
  }

  @Override
  public void setLargeMaxRows(long value) throws SQLException {
    statement.setLargeMaxRows(value);
  }

  @Override
  public void setMaxFieldSize(int value) throws SQLException {
    statement.setMaxFieldSize(value);
  }

  @Override
  public void setMaxRows(int value) throws SQLException {
    statement.setMaxRows(value);
  }

  @Override
  public void setPoolable(boolean value) throws SQLException {
    statement.setPoolable(value);
  }

  @Override
  public void setQueryTimeout(int value) throws SQLException {
    statement.setQueryTimeout(value);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return statement.unwrap(type);
  }
}
