package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.Recorder;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A data source whose connections record what transactions read and write in mapped tables.
 *
 * <pre>{@code
 * Recorder recorder = Recorder.create(Path.of("run.jsonl"));
 * Mapping mapping = Mapping.of(TableMapping.of("accounts", "id", "balance"));
 * DataSource recorded = IsogaugeDataSource.wrap(dataSource, recorder, mapping);
 * }</pre>
 *
 * <p>It may wrap a pool, or be what a pool wraps. What it does not understand is recorded as
 * unknown; docs/recording.md has the rules and their limits.
 */
public final class IsogaugeDataSource implements DataSource {
  private final DataSource source;
  private final Recorder recorder;
  private final PlanCache plans;

  private IsogaugeDataSource(DataSource source, Recorder recorder, Mapping mapping) {
    this.source = source;
    this.recorder = recorder;
    this.plans = new PlanCache(mapping);
  }

  /** Records what goes through a data source: {@code wrap(dataSource, recorder, mapping)}. */
  public static DataSource wrap(DataSource source, Recorder recorder, Mapping mapping) {
    return new IsogaugeDataSource(source, recorder, mapping);
  }

  static Connection wrap(Connection connection, Recorder recorder, PlanCache plans)
      throws SQLException {
    ConnectionLog log = new ConnectionLog(recorder, connection.getAutoCommit());
    return Calls.proxy(Connection.class, new ConnectionHandler(connection, plans, log));
  }

  @Override
  public Connection getConnection() throws SQLException {
    return wrap(source.getConnection(), recorder, plans);
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return wrap(source.getConnection(user, password), recorder, plans);
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return source.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    source.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    source.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return source.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return source.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return type.isInstance(source) ? type.cast(source) : source.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(source) || source.isWrapperFor(type);
  }
}
