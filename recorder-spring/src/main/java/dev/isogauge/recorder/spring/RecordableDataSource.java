package dev.isogauge.recorder.spring;

import dev.isogauge.recorder.jdbc.RecordedConnections;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A data source of an application context, which outlives the tests that record it. */
final class RecordableDataSource extends DelegatingDataSource {
  /** Null while no test records. */
  private volatile RecordedConnections recording;

  RecordableDataSource(DataSource source) {
    super(source);
  }

  void recordTo(RecordedConnections connections) {
    recording = connections;
  }

  void stop() {
    recording = null;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return recorded(super.getConnection());
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return recorded(super.getConnection(user, password));
  }

  private Connection recorded(Connection connection) {
    RecordedConnections connections = recording;
    return connections == null
        ? connection
        : connections.record(connection, obtainTargetDataSource());
  }
}
