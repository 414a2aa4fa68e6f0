package dev.isogauge.recorder.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** A bank that knows nothing of recording. */
record Bank(DataSource source) {
  void open(int accounts) throws SQLException {
    try (Connection connection = source.getConnection()) {
      connection
          .createStatement()
          .execute("CREATE TABLE accounts (id INT PRIMARY KEY, balance INT)");
      for (int id = 1; id <= accounts; id++) {
        connection
            .createStatement()
            .execute("INSERT INTO accounts (id, balance) VALUES (" + id + ", 1000)");
      }
    }
  }

  void transfer(int from, int to, int amount) throws SQLException {
    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(false);
      int left = balance(connection, from) - amount;
      LockSupport.parkNanos(500_000); // The clerk counts.
      set(connection, from, left);
      set(connection, to, balance(connection, to) + amount);
      connection.commit();
    }
  }

  int total() throws SQLException {
    try (Connection connection = source.getConnection()) {
      ResultSet sum =
          connection.createStatement().executeQuery("SELECT SUM(balance) FROM accounts");
      sum.next();
      return sum.getInt(1);
    }
  }

  private static int balance(Connection connection, int id) throws SQLException {
    PreparedStatement select =
        connection.prepareStatement("SELECT balance FROM accounts WHERE id = ?");
    select.setInt(1, id);
    ResultSet row = select.executeQuery();
    row.next();
    return row.getInt(1);
  }

  private static void set(Connection connection, int id, int balance) throws SQLException {
    PreparedStatement update =
        connection.prepareStatement("UPDATE accounts SET balance = ? WHERE id = ?");
    update.setInt(1, balance);
    update.setInt(2, id);
    update.executeUpdate();
  }

  /** A clerk at work. */
  void work(int transfers, Random random) throws SQLException {
    for (int i = 0; i < transfers; i++) {
      int from = 1 + random.nextInt(2);
      transfer(from, 3 - from, 1 + random.nextInt(900));
    }
  }
}
