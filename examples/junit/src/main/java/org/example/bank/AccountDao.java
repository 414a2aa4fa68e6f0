package org.example.bank;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** Accounts in a database, with a transfer that loses money when two run at the same time. */
public final class AccountDao {
  /** Stands for a call of another service, which approves the transfer. */
  private static final long APPROVAL_NANOS = 1_000_000;

  private final DataSource dataSource;
  private final int isolation;

  public AccountDao(DataSource dataSource, int isolation) {
    this.dataSource = dataSource;
    this.isolation = isolation;
  }

  public void open(int id, int balance) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO accounts (id, balance) VALUES (?, ?)")) {
      insert.setInt(1, id);
      insert.setInt(2, balance);
      insert.executeUpdate();
    }
  }

  public void transfer(int from, int to, int amount) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setTransactionIsolation(isolation);
      connection.setAutoCommit(false);
      try {
        int left = balance(connection, from) - amount;
        LockSupport.parkNanos(APPROVAL_NANOS);
        setBalance(connection, from, left);
        setBalance(connection, to, balance(connection, to) + amount);
        connection.commit();
      } catch (SQLException e) {
        connection.rollback();
        throw e;
      }
    }
  }

  private static int balance(Connection connection, int id) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT balance FROM accounts WHERE id = ?")) {
      select.setInt(1, id);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return row.getInt("balance");
      }
    }
  }

  private static void setBalance(Connection connection, int id, int balance) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE accounts SET balance = ? WHERE id = ?")) {
      update.setInt(1, balance);
      update.setInt(2, id);
      update.executeUpdate();
    }
  }
}
