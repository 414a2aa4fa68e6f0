package dev.isogauge.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.recorder.Recorder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What statements become in a recording, on H2. */
class StatementsTest {
  private static final Mapping MAPPING =
      Mapping.of(
          TableMapping.of("accounts", "id", "balance"),
          TableMapping.of("orders", "id", "item", "version").affecting("accounts"));

  @TempDir Path directory;
  private Path file;
  private Recorder recorder;
  private Connection keeper;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    JdbcDataSource source = new JdbcDataSource();
    source.setUrl("jdbc:h2:mem:" + directory.getFileName());
    keeper = source.getConnection();
    try (Statement statement = keeper.createStatement()) {
      statement.execute(
          "CREATE TABLE accounts (id INT PRIMARY KEY, balance INT, owner VARCHAR(9))");
      statement.execute("CREATE TABLE orders (id INT PRIMARY KEY, item VARCHAR(9), version INT)");
      statement.execute("CREATE TABLE other (id INT PRIMARY KEY)");
      statement.execute("INSERT INTO accounts VALUES (1, 100, 'ann'), (2, 200, 'bob')");
      statement.execute("INSERT INTO orders VALUES (1, 'tea', 1)");
    }
    file = directory.resolve("run.jsonl");
    recorder = Recorder.create(file);
    connection = IsogaugeDataSource.wrap(source, recorder, MAPPING).getConnection();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    keeper.close();
    recorder.close();
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            rows.getString(1);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT balance FROM accounts WHERE id = 1 | r(accounts/1,100)",
        "SELECT a.id, a.balance FROM public.accounts a WHERE a.id IN (1, 7) | r(accounts/1,100) r(accounts/7,nil)",
        "SELECT * FROM accounts WHERE id = 2 FOR UPDATE | r(accounts/2,200)",
        "SELECT balance FROM accounts WHERE (id = 9) | r(accounts/9,nil)",
        "SELECT balance FROM accounts WHERE id = 1 AND owner = 'bob' | ur(accounts/1)",
        "SELECT owner FROM accounts WHERE id = 1 | ur(accounts/1)",
        "SELECT id, balance FROM accounts WHERE balance > 150 | ur(table accounts) r(accounts/2,200)",
        "SELECT sum(balance) FROM accounts | ur(table accounts)",
        "SELECT a.balance FROM accounts a JOIN orders o ON o.id = a.id | ur(table accounts) ur(table orders.item)",
        "SELECT item, version FROM orders WHERE id = 1 | r(orders.item/1,tea) r(orders.version/1,1)",
        "SELECT 1 | ",
        "SELECT id FROM other | ",
        "INSERT INTO accounts (id, balance) VALUES (3, 5), (4, -6) | w(accounts/3,5) w(accounts/4,-6)",
        "INSERT INTO accounts (id, owner) VALUES (3, 'eve') | w(accounts/3,{balance:nil})",
        "INSERT INTO accounts (id, balance) SELECT 5, 1 | ur(table accounts) uw(table accounts)",
        "UPDATE accounts SET balance = 7 WHERE id = 1 | w(accounts/1,7)",
        "UPDATE accounts SET balance = 7 WHERE id = 9 | r(accounts/9,nil)",
        "UPDATE accounts SET balance = 7 WHERE id = 1 AND balance = 100 | r(accounts/1,100) w(accounts/1,7)",
        "UPDATE accounts SET balance = 7 WHERE id = 1 AND balance = 5 | ur(accounts/1)",
        "UPDATE accounts SET balance = balance - 10 WHERE id = 1 | r(accounts/1,100) w(accounts/1,90)",
        "UPDATE accounts SET balance = 0 WHERE owner = 'ann' | ur(table accounts) uw(table accounts)",
        "UPDATE accounts SET owner = 'eve' WHERE id = 1 | ",
        "UPDATE accounts SET id = 9 WHERE id = 1 | ur(table accounts) uw(table accounts)",
        "UPDATE orders SET item = 'cake', version = 2 WHERE id = 1 AND version = 1 | r(orders.version/1,1) w(orders.item/1,cake) w(orders.version/1,2) uw(table accounts)",
        "DELETE FROM accounts WHERE id = 1 | d(accounts/1)",
        "DELETE FROM accounts WHERE id = 9 | r(accounts/9,nil)",
        "DELETE FROM accounts | ur(table accounts) uw(table accounts)",
        "TRUNCATE TABLE accounts | ur(table accounts) uw(table accounts)",
        "MERGE INTO accounts (id, balance) VALUES (1, 2) | w(accounts/1,2)",
        "MERGE INTO accounts (id, balance) VALUES (3, 2) | r(accounts/3,nil) w(accounts/3,2)",
        "UPDATE accounts SET balance = 7 WHERE id = 1 AND EXISTS (SELECT 1 FROM orders WHERE id = 1) | ur(table orders.item) w(accounts/1,7)",
        "UPDATE accounts SET balance = (SELECT max(id) FROM orders) WHERE id = 1 | ur(table orders.item) ur(accounts/1) uw(accounts/1)",
        "SELECT balance FROM accounts WHERE id = 1 AND id IN (SELECT id FROM orders) | ur(table orders.item) r(accounts/1,100)",
        "UPDATE orders SET item = 'cake', version = version + 1 WHERE id = 1 AND version = 1 | r(orders.version/1,1) w(orders.item/1,cake) w(orders.version/1,2) uw(table accounts)",
        "MERGE INTO accounts a USING orders o ON a.id = o.id WHEN MATCHED THEN UPDATE SET balance = 1 | ur(table accounts) ur(table orders.item) uw(table accounts)",
        "CALL 1 + 1 | ",
      })
  void statementsBecomeOperations(String sql, String operations) throws Exception {
    run(sql);
    connection.close();
    assertThat(Recorded.text(file).strip()).isEqualTo(operations == null ? "" : operations);
  }

  @Test
  void transactionsAreFollowed() throws Exception {
    connection.setAutoCommit(false);
    run("UPDATE accounts SET balance = 1 WHERE id = 1");
    run("SELECT balance FROM accounts WHERE id = 1");
    assertThat(Files.readString(file)).doesNotContain("session");
    connection.commit();
    run("UPDATE accounts SET balance = 2 WHERE id = 1");
    connection.rollback();
    run("UPDATE accounts SET balance = 3 WHERE id = 1");
    connection.setAutoCommit(true);
    run("UPDATE accounts SET balance = 4 WHERE id = 1");
    connection.setAutoCommit(false);
    run("UPDATE accounts SET balance = 5 WHERE id = 1");
    connection.close();
    assertThat(Recorded.text(file))
        .isEqualTo(
            """
            w(accounts/1,1) r(accounts/1,1)
            aborted w(accounts/1,2)
            w(accounts/1,3)
            w(accounts/1,4)
            indeterminate w(accounts/1,5)
            """);
    assertThat(recorder.counts().transactions()).isEqualTo(5);
  }

  @Test
  void savepointsTakeBackWrites() throws Exception {
    connection.setAutoCommit(false);
    run("UPDATE accounts SET balance = 1 WHERE id = 1");
    Savepoint savepoint = connection.setSavepoint();
    run("SELECT balance FROM accounts WHERE id = 2");
    run("UPDATE orders SET item = 'x', version = 9 WHERE id = 1");
    run("SELECT item, version FROM orders WHERE id = 1");
    connection.rollback(savepoint);
    run("SELECT item, version FROM orders WHERE id = 1");
    connection.commit();
    assertThat(Recorded.text(file).strip())
        .isEqualTo("w(accounts/1,1) r(accounts/2,200) r(orders.item/1,tea) r(orders.version/1,1)");
  }

  @Test
  void aReadBackShowsWhatWasComputed() throws Exception {
    connection.setAutoCommit(false);
    run("UPDATE accounts SET balance = balance - 10 WHERE id = 1");
    run("SELECT balance FROM accounts WHERE id = 1");
    connection.commit();
    assertThat(Recorded.text(file).strip())
        .isEqualTo("r(accounts/1,100) w(accounts/1,90) r(accounts/1,90)");
  }

  @Test
  void batchesAndParameters() throws Exception {
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO accounts (id, balance) VALUES (?, ?)")) {
      for (int id = 10; id < 13; id++) {
        insert.setInt(1, id);
        insert.setObject(2, id == 12 ? null : 5L * id);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    connection.commit();
    assertThat(Recorded.text(file).strip())
        .isEqualTo("w(accounts/10,50) w(accounts/11,55) w(accounts/12,{balance:nil})");
  }

  @Test
  void whatFailedDidNotHappen() throws Exception {
    assertThatThrownBy(() -> run("INSERT INTO accounts (id, balance) VALUES (1, 5)"))
        .isInstanceOf(SQLException.class);
    connection.setAutoCommit(false);
    assertThatThrownBy(() -> run("INSERT INTO accounts (id, balance) VALUES (1, 6)"))
        .isInstanceOf(SQLException.class);
    run("UPDATE accounts SET balance = 7 WHERE id = 1");
    connection.commit();
    assertThatThrownBy(() -> run("INSERT INTO accounts (id, balance) VALUES (1, 8)"))
        .isInstanceOf(SQLException.class);
    connection.rollback();
    assertThat(Recorded.text(file))
        .isEqualTo("aborted w(accounts/1,5)\nw(accounts/1,7)\naborted w(accounts/1,8)\n");
  }

  @Test
  void theDriverRecords() throws Exception {
    Path other = directory.resolve("driver.jsonl");
    String url =
        "jdbc:isogauge:file="
            + other
            + ",table=accounts(id;balance):h2:mem:"
            + directory.getFileName();
    try (Connection driven = DriverManager.getConnection(url);
        Statement statement = driven.createStatement()) {
      statement.executeUpdate("UPDATE accounts SET balance = 8 WHERE id = 2");
    }
    assertThat(Recorded.text(other).strip()).isEqualTo("w(accounts/2,8)");
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:isogauge:fil=x:h2:mem:y"))
        .hasMessageContaining("found 'fil=x', expected file=FILE");
  }
}
