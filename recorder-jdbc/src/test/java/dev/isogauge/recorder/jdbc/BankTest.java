package dev.isogauge.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.isogauge.check.Checks;
import dev.isogauge.collect.postgres.TestPostgres;
import dev.isogauge.explain.Explainer;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.RecorderOptions;
import dev.isogauge.verdict.Verdict;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Applications as people set them up, with HikariCP, JdbcTemplate and Hibernate. */
@Timeout(300)
class BankTest {
  private static final Mapping ACCOUNTS = Mapping.of(TableMapping.of("accounts", "id", "balance"));
  private static TestPostgres postgres;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws Exception {
    postgres = TestPostgres.start("18.6.0");
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  private DataSource source(String database) throws SQLException {
    if (database.equals("h2")) {
      JdbcDataSource h2 = new JdbcDataSource();
      h2.setUrl("jdbc:h2:mem:" + directory.getFileName() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000");
      return h2;
    }
    DataSource source = postgres.dataSource();
    try (Connection connection = source.getConnection()) {
      connection.createStatement().execute("DROP TABLE IF EXISTS accounts");
    }
    return source;
  }

  private static HikariDataSource pool(DataSource source) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(4);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    return new HikariDataSource(config);
  }

  /** Clerks at READ COMMITTED; money is lost, and the verdict names the account. */
  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgres"})
  void theBankLosesMoney(String database) throws Exception {
    Path file = directory.resolve("run.jsonl");
    try (Recorder recorder = Recorder.create(file);
        HikariDataSource pool = pool(source(database))) {
      Bank bank = new Bank(IsogaugeDataSource.wrap(pool, recorder, ACCOUNTS));
      bank.open(2);
      Bank unrecorded = new Bank(pool);
      int before = unrecorded.total();
      for (int day = 1; unrecorded.total() == before; day++) {
        assertThat(day).as("days without a loss").isLessThan(100);
        oneDay(bank, day);
      }
    }
    History history = Recorded.history(file);
    Verdict verdict = Checks.check(history, IsolationLevel.SNAPSHOT_ISOLATION);
    assertThat(verdict).isInstanceOf(Verdict.Violated.class);
    String words =
        new Explainer(history).explain(((Verdict.Violated) verdict).anomalies().get(0)).text();
    assertThat(words).contains("accounts/").contains("clerk-");
    assertThat(Checks.check(history, IsolationLevel.READ_COMMITTED))
        .isNotInstanceOf(Verdict.Violated.class);
  }

  /** Four clerks side by side. */
  private static void oneDay(Bank bank, int day) throws InterruptedException {
    List<Thread> clerks = new ArrayList<>();
    for (int clerk = 1; clerk <= 4; clerk++) {
      Random random = new Random(4L * day + clerk);
      Thread thread =
          new Thread(
              () -> {
                try {
                  bank.work(20, random);
                } catch (SQLException e) {
                  // A deadlock ends the day of this clerk.
                }
              },
              "clerk-" + clerk);
      thread.start();
      clerks.add(thread);
    }
    for (Thread thread : clerks) {
      thread.join();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgres"})
  void jdbcTemplate(String database) throws Exception {
    Path file = directory.resolve("run.jsonl");
    try (Recorder recorder = Recorder.create(file)) {
      // The pool borrows recorded connections, here.
      try (HikariDataSource pool =
          pool(IsogaugeDataSource.wrap(source(database), recorder, ACCOUNTS))) {
        JdbcTemplate template = new JdbcTemplate(pool);
        template.execute("CREATE TABLE accounts (id INT PRIMARY KEY, balance INT)");
        template.update("INSERT INTO accounts (id, balance) VALUES (?, ?)", 1, 5);
        template.update("UPDATE accounts SET balance = ? WHERE id = ?", 6, 1);
        assertThat(
                template.queryForObject(
                    "SELECT balance FROM accounts WHERE id = ?", Integer.class, 1))
            .isEqualTo(6);
      }
    }
    assertThat(Recorded.text(file).lines().filter(line -> !line.isBlank()))
        .containsExactly("w(accounts/1,5)", "w(accounts/1,6)", "r(accounts/1,6)");
  }

  /** An account of Hibernate. */
  @Entity
  @Table(name = "accounts")
  public static class Account {
    @Id private int id;
    private int balance;
    @Version private int version;

    protected Account() {}

    Account(int id, int balance) {
      this.id = id;
      this.balance = balance;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "postgres"})
  void hibernate(String database) throws Exception {
    Path file = directory.resolve("run.jsonl");
    Mapping versions = Mapping.of(TableMapping.of("accounts", "id", "version"));
    try (Recorder recorder = Recorder.create(file, RecorderOptions.DEFAULTS);
        HikariDataSource pool = pool(source(database))) {
      Configuration configuration = new Configuration().addAnnotatedClass(Account.class);
      configuration
          .getProperties()
          .put(
              "hibernate.connection.datasource", IsogaugeDataSource.wrap(pool, recorder, versions));
      configuration.setProperty("hibernate.hbm2ddl.auto", "create");
      try (SessionFactory factory = configuration.buildSessionFactory()) {
        factory.inTransaction(session -> session.persist(new Account(1, 100)));
        factory.inTransaction(session -> session.find(Account.class, 1).balance -= 10);
      }
    }
    assertThat(Recorded.text(file).lines().filter(line -> line.contains("accounts/1")))
        .containsExactly("w(accounts/1,0)", "r(accounts/1,0) r(accounts/1,0) w(accounts/1,1)");
  }
}
