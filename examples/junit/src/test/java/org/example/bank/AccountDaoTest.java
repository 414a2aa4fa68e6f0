package org.example.bank;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.jdbc.IsogaugeDataSource;
import dev.isogauge.recorder.junit.IsolationRun;
import dev.isogauge.recorder.junit.IsolationTest;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class AccountDaoTest {
  @IsolationTest(level = IsolationLevel.SNAPSHOT_ISOLATION, transactions = 200, retries = 9)
  void noMoneyIsLost(IsolationRun run) throws Exception {
    DataSource recorded = IsogaugeDataSource.wrap(database(), run.recorder());
    AccountDao accounts =
        new AccountDao(recorded, Integer.getInteger("isolation", Connection.TRANSACTION_READ_COMMITTED));
    accounts.open(1, 1_000_000);
    accounts.open(2, 1_000_000);
    run.sessions(session -> accounts.transfer(1, 2, 1 + session.random().nextInt(1000)));
  }

  private static DataSource database() throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    database.setUrl("jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000");
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE accounts (id INT PRIMARY KEY, balance INT)");
    }
    return database;
  }
}
