package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.Recorder;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Optional;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A data source whose connections record what transactions read and write.
 *
 * <pre>{@code
 * Recorder recorder = Recorder.create(Path.of("run.jsonl"));
 * DataSource recorded = IsogaugeDataSource.wrap(dataSource, recorder);
 * }</pre>
 *
 * <p>Tables, keys and columns come from the database's metadata; a mapping leaves some out. It may
 * wrap a pool, or be what a pool wraps. What it does not understand is recorded as unknown;
 * docs/recording.md has the rules and their limits. Whatever goes wrong in recording, the
 * application gets what it would get without.
 */
public final class IsogaugeDataSource implements DataSource {
  private final DataSource source;
  private final Engine engine;

  private IsogaugeDataSource(DataSource source, Engine engine) {
    this.source = source;
    this.engine = engine;
  }

  /** Records all tables that a data source leads to: {@code wrap(dataSource, recorder)}. */
  public static DataSource wrap(DataSource source, Recorder recorder) {
    return new IsogaugeDataSource(
        source, new Engine(recorder, Optional.empty(), Optional.of(OwnConnection.to(source))));
  }

  /** Records only what a mapping names: {@code wrap(dataSource, recorder, mapping)}. */
  public static DataSource wrap(DataSource source, Recorder recorder, Mapping mapping) {
    return new IsogaugeDataSource(
        source, new Engine(recorder, Optional.of(mapping), Optional.empty()));
  }

  @Override
  public Connection getConnection() throws SQLException {
    return engine.wrap(source.getConnection());
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return engine.wrap(source.getConnection(user, password));
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
