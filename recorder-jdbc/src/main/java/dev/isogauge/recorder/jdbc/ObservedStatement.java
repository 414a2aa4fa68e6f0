package dev.isogauge.recorder.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A statement that records what it does. */
class ObservedStatement extends ForwardingStatement {
  final StatementHandler handler;

  ObservedStatement(Statement statement, StatementHandler handler) {
    super(statement);
    this.handler = handler;
  }

  @Override
  public final Connection getConnection() {
    return handler.connection();
  }

  @Override
  public final ResultSet executeQuery(String sql) throws SQLException {
    return (ResultSet) handler.execute(this, sql, false, () -> statement.executeQuery(sql));
  }

  @Override
  public final boolean execute(String sql) throws SQLException {
    return (boolean) handler.execute(this, sql, false, () -> statement.execute(sql));
  }

  @Override
  public final boolean execute(String sql, int keys) throws SQLException {
    return (boolean)
        handler.execute(
            this, sql, keys == RETURN_GENERATED_KEYS, () -> statement.execute(sql, keys));
  }

  @Override
  public final boolean execute(String sql, int[] columns) throws SQLException {
    return (boolean) handler.execute(this, sql, true, () -> statement.execute(sql, columns));
  }

  @Override
  public final boolean execute(String sql, String[] columns) throws SQLException {
    return (boolean) handler.execute(this, sql, true, () -> statement.execute(sql, columns));
  }

  @Override
  public final int executeUpdate(String sql) throws SQLException {
    return (int) handler.execute(this, sql, false, () -> statement.executeUpdate(sql));
  }

  @Override
  public final int executeUpdate(String sql, int keys) throws SQLException {
    return (int)
        handler.execute(
            this, sql, keys == RETURN_GENERATED_KEYS, () -> statement.executeUpdate(sql, keys));
  }

  @Override
  public final int executeUpdate(String sql, int[] columns) throws SQLException {
    return (int) handler.execute(this, sql, true, () -> statement.executeUpdate(sql, columns));
  }

  @Override
  public final int executeUpdate(String sql, String[] columns) throws SQLException {
    return (int) handler.execute(this, sql, true, () -> statement.executeUpdate(sql, columns));
  }

  @Override
  public final long executeLargeUpdate(String sql) throws SQLException {
    return (long) handler.execute(this, sql, false, () -> statement.executeLargeUpdate(sql));
  }

  @Override
  public final long executeLargeUpdate(String sql, int keys) throws SQLException {
    return (long)
        handler.execute(
            this,
            sql,
            keys == RETURN_GENERATED_KEYS,
            () -> statement.executeLargeUpdate(sql, keys));
  }

  @Override
  public final long executeLargeUpdate(String sql, int[] columns) throws SQLException {
    return (long)
        handler.execute(this, sql, true, () -> statement.executeLargeUpdate(sql, columns));
  }

  @Override
  public final long executeLargeUpdate(String sql, String[] columns) throws SQLException {
    return (long)
        handler.execute(this, sql, true, () -> statement.executeLargeUpdate(sql, columns));
  }

  @Override
  public final void addBatch(String sql) throws SQLException {
    handler.addBatch(sql);
    super.addBatch(sql);
  }

  @Override
  public final void clearBatch() throws SQLException {
    handler.clearBatch();
    super.clearBatch();
  }

  @Override
  public final int[] executeBatch() throws SQLException {
    return (int[]) handler.executeBatch(super::executeBatch);
  }

  @Override
  public final long[] executeLargeBatch() throws SQLException {
    return (long[]) handler.executeBatch(super::executeLargeBatch);
  }

  @Override
  public final ResultSet getResultSet() throws SQLException {
    return handler.result(this, super.getResultSet());
  }

  @Override
  public final ResultSet getGeneratedKeys() throws SQLException {
    return handler.keys(this, super.getGeneratedKeys());
  }
}
