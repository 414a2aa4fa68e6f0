package dev.isogauge.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.isogauge.recorder.Recorder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.h2.engine.CastDataProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedConnectionsTest {
  @TempDir Path directory;

  private static void insert(Connection connection, int id) throws SQLException {
    try (connection;
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO t VALUES (" + id + ", 1)");
    }
  }

  @Test
  void aPoolOfRecordedConnectionsIsNotRecordedAgain() throws Exception {
    DataSource source = Databases.open("h2");
    Databases.run(source, "CREATE TABLE t (id INT PRIMARY KEY, v INT)");
    Path file = directory.resolve("run.jsonl");
    try (Recorder recorder = Recorder.create(file)) {
      RecordedConnections connections = RecordedConnections.of(recorder);
      HikariConfig config = new HikariConfig();
      config.setDataSource(IsogaugeDataSource.wrap(source, recorder));
      config.setMaximumPoolSize(1);
      try (HikariDataSource pool = new HikariDataSource(config)) {
        Connection pooled = pool.getConnection();
        assertThat(connections.record(pooled)).isSameAs(pooled);
        insert(pooled, 1);
      }
      Connection connection = connections.record(source.getConnection());
      assertThat(connections.record(connection)).isSameAs(connection);
      insert(connection, 2);
    }
    assertThat(Recorded.history(file).transactionCount()).isEqualTo(2);
  }

  @Test
  void theDriversInterfacesRemain() throws Exception {
    try (Recorder recorder = Recorder.create(directory.resolve("run.jsonl"));
        Connection connection =
            RecordedConnections.of(recorder).record(Databases.open("h2").getConnection())) {
      assertThat(connection).isInstanceOf(CastDataProvider.class);
      assertThat(((CastDataProvider) connection).currentTimeZone()).isNotNull();
    }
  }

  @Test
  void ofPrivateDatabasesTheFirstIsRecorded() throws Exception {
    try (Recorder recorder = Recorder.create(directory.resolve("run.jsonl"));
        Connection first = DriverManager.getConnection("jdbc:h2:mem:");
        Connection second = DriverManager.getConnection("jdbc:h2:mem:")) {
      RecordedConnections connections = RecordedConnections.of(recorder);
      assertThat(connections.record(first)).isNotSameAs(first);
      assertThat(connections.record(second)).isSameAs(second);
    }
  }

  @Test
  void aPathOfWindowsIsAFile() {
    var target = IsogaugeDriver.Target.of("jdbc:isogauge:file=C:\\runs\\run.jsonl:h2:mem:x");
    assertThat(target.options()).isEqualTo("file=C:\\runs\\run.jsonl");
    assertThat(target.url()).isEqualTo("jdbc:h2:mem:x");
    target = IsogaugeDriver.Target.of("jdbc:isogauge:table=t(id;v),file=D:/run.jsonl:h2:C:/x");
    assertThat(target.options()).isEqualTo("table=t(id;v),file=D:/run.jsonl");
    assertThat(target.url()).isEqualTo("jdbc:h2:C:/x");
    target = IsogaugeDriver.Target.of("jdbc:isogauge:file=f:h2:mem:x");
    assertThat(target.url()).isEqualTo("jdbc:h2:mem:x");
  }

  @Test
  void aUrlWithoutAFileIsRefused() {
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:isogauge:table=t(id;v):h2:mem:x"))
        .hasMessageContaining("found no file, expected file=FILE");
  }
}
