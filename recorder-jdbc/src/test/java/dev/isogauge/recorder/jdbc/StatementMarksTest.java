package dev.isogauge.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.History;
import dev.isogauge.recorder.Recorder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings say which operations one statement did, and which reads lock. */
class StatementMarksTest {
  @TempDir Path directory;

  @Test
  void statementsAreMarked() throws Exception {
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setUrl("jdbc:h2:mem:marks;DB_CLOSE_DELAY=-1");
    Path file = directory.resolve("run.jsonl");
    try (Connection kept = h2.getConnection();
        Statement setup = kept.createStatement()) {
      setup.execute("CREATE TABLE accounts (id INT PRIMARY KEY, balance INT, owner INT)");
      setup.execute("INSERT INTO accounts VALUES (1, 100, 7), (2, 200, 8)");
      try (Recorder recorder = Recorder.create(file)) {
        DataSource recorded = IsogaugeDataSource.wrap(h2, recorder);
        try (Connection connection = recorded.getConnection();
            Statement statement = connection.createStatement()) {
          connection.setAutoCommit(false);
          read(statement, "SELECT balance, owner FROM accounts WHERE id = 1");
          read(statement, "SELECT balance FROM accounts WHERE id = 2 FOR UPDATE");
          statement.executeUpdate("UPDATE accounts SET balance = balance - 5 WHERE id = 2");
          statement.executeUpdate("UPDATE accounts SET balance = 1 WHERE id = 1");
          connection.commit();
          read(statement, "SELECT balance FROM accounts WHERE id = 1");
          statement.executeUpdate("UPDATE accounts SET balance = 2 WHERE id = 1");
          connection.commit();
        }
      }
    }

    History history = Recorded.history(file);
    assertThat(history.recordedStatements(0)).isEqualTo("2 1u 2 1");
    assertThat(history.recordedStatements(1)).isEmpty();
  }

  private static void read(Statement statement, String sql) throws Exception {
    try (var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          rows.getInt(i);
        }
      }
    }
  }
}
