package org.example.bank;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Accounts in a database, with a transfer that loses money when two run at the same time. */
public final class AccountDao {
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
        setBalance(connection, from, balance(connection, from) - amount);
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
