package dev.isogauge.benchmarks;

import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.jdbc.IsogaugeDataSource;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/**
 * CPU time of an application on H2 in memory, without and with the JDBC wrapper, the least of some
 * rounds in turn. A faster database there is none, so elsewhere the wrapper's share is smaller.
 */
final class WrapperCost {
  private static final int ROWS = 1_000;

  private final int rounds;
  private final JdbcDataSource source = new JdbcDataSource();

  WrapperCost(int rounds) {
    this.rounds = rounds;
  }

  /** What an application does some times with a connection. */
  private interface Work {
    void run(Connection connection, int times) throws SQLException;
  }

  MarkdownTable measure() throws IOException, SQLException {
    source.setURL("jdbc:h2:mem:cost;DB_CLOSE_DELAY=-1");
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE accounts (id INT PRIMARY KEY, balance INT)");
      for (int id = 0; id < ROWS; id++) {
        statement.execute("INSERT INTO accounts VALUES (" + id + ", 0)");
      }
    }
    MarkdownTable table =
        new MarkdownTable(1, "wrapper", "plain CPU us", "recorded CPU us", "times");
    row(table, "select by key, prepared", WrapperCost::select, 100_000);
    row(table, "select, update, commit, prepared", WrapperCost::update, 100_000);
    row(table, "the same with literals in the text", WrapperCost::literal, 30_000);
    row(table, "scan of 1,000 rows", WrapperCost::scan, 200);
    return table;
  }

  private void row(MarkdownTable table, String name, Work work, int times)
      throws IOException, SQLException {
    double plain = Double.MAX_VALUE;
    double recorded = Double.MAX_VALUE;
    for (int round = -1; round < rounds; round++) {
      plain = Math.min(plain, microseconds(source, work, times));
      Path file = Files.createTempFile("isogauge-recorder", ".jsonl");
      try (Recorder recorder = Recorder.create(file)) {
        DataSource wrapped = IsogaugeDataSource.wrap(source, recorder);
        recorded = Math.min(recorded, microseconds(wrapped, work, times));
      } finally {
        Files.delete(file);
      }
    }
    table.row(name, tenths(plain), tenths(recorded), tenths(recorded / plain));
  }

  private static String tenths(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }

  private static double microseconds(DataSource source, Work work, int times) throws SQLException {
    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(false);
      long begin = cpuTime();
      work.run(connection, times);
      return (cpuTime() - begin) / 1e3 / times;
    }
  }

  /** That of all threads, since the recorder has one of its own. */
  private static long cpuTime() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return LongStream.of(threads.getAllThreadIds())
        .map(threads::getThreadCpuTime)
        .filter(time -> time > 0)
        .sum();
  }

  private static int balance(ResultSet rows) throws SQLException {
    try (rows) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static void select(Connection connection, int times) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT balance FROM accounts WHERE id = ?")) {
      for (int i = 0; i < times; i++) {
        select.setInt(1, i * 31 % ROWS);
        balance(select.executeQuery());
        if (i % 10 == 9) {
          connection.commit();
        }
      }
    }
  }

  private static void update(Connection connection, int times) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement("SELECT balance FROM accounts WHERE id = ?");
        PreparedStatement update =
            connection.prepareStatement("UPDATE accounts SET balance = ? WHERE id = ?")) {
      for (int i = 0; i < times; i++) {
        int id = i * 31 % ROWS;
        select.setInt(1, id);
        update.setInt(1, balance(select.executeQuery()) + 1);
        update.setInt(2, id);
        update.executeUpdate();
        connection.commit();
      }
    }
  }

  private static void literal(Connection connection, int times) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (int i = 0; i < times; i++) {
        int id = i * 31 % ROWS;
        String where = " WHERE id = " + id;
        int balance = balance(statement.executeQuery("SELECT balance FROM accounts" + where));
        statement.executeUpdate("UPDATE accounts SET balance = " + (balance + 1) + where);
        connection.commit();
      }
    }
  }

  private static void scan(Connection connection, int times) throws SQLException {
    try (PreparedStatement scan = connection.prepareStatement("SELECT id, balance FROM accounts")) {
      for (int i = 0; i < times; i++) {
        try (ResultSet rows = scan.executeQuery()) {
          while (rows.next()) {
            rows.getInt(2);
          }
        }
        connection.commit();
      }
    }
  }
}
