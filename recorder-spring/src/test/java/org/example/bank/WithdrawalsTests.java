package org.example.bank;

import dev.isogauge.collect.postgres.TestPostgres;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.junit.IsolationRun;
import dev.isogauge.recorder.junit.IsolationTest;
import org.junit.jupiter.api.BeforeEach;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The tests that docs/spring.md shows, on each database; another test runs them. */
public final class WithdrawalsTests {
  private WithdrawalsTests() {}

  /** One that fails, and one for each remedy. */
  abstract static class Cases {
    @Autowired Withdrawals withdrawals;

    @BeforeEach
    void open() {
      withdrawals.open(1, 1_000_000);
    }

    @IsolationTest(level = IsolationLevel.SNAPSHOT_ISOLATION, transactions = 100)
    void noWithdrawalIsLost(IsolationRun run) throws Exception {
      run.sessions(session -> withdrawals.withdraw(1, 1 + session.random().nextInt(1000)));
    }

    @IsolationTest(level = IsolationLevel.SNAPSHOT_ISOLATION, transactions = 100)
    void locked(IsolationRun run) throws Exception {
      run.sessions(session -> withdrawals.withdrawLocked(1, 1 + session.random().nextInt(1000)));
    }

    @IsolationTest(level = IsolationLevel.SNAPSHOT_ISOLATION, transactions = 100, retries = 50)
    void fromSnapshot(IsolationRun run) throws Exception {
      run.sessions(
          session -> withdrawals.withdrawFromSnapshot(1, 1 + session.random().nextInt(1000)));
    }

    @IsolationTest(level = IsolationLevel.SNAPSHOT_ISOLATION, transactions = 100)
    void atomic(IsolationRun run) throws Exception {
      run.sessions(
          session -> withdrawals.withdrawAtomically(1, 1 + session.random().nextInt(1000)));
    }

    @IsolationTest(level = IsolationLevel.SNAPSHOT_ISOLATION, transactions = 100, retries = 50)
    void versioned(IsolationRun run) throws Exception {
      run.sessions(session -> withdrawals.withdrawVersioned(1, 1 + session.random().nextInt(1000)));
    }
  }

  /** On the database that Spring Boot embeds. */
  @SpringBootTest
  public static class OnH2 extends Cases {}

  /** On a server. */
  @SpringBootTest(properties = "spring.jpa.hibernate.ddl-auto=create")
  public static class OnPostgres extends Cases {
    private static TestPostgres server;

    /** Starts it once. */
    @DynamicPropertySource
    static void source(DynamicPropertyRegistry properties) throws Exception {
      if (server == null) {
        server = TestPostgres.start("18.6.0");
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
      }
      PGSimpleDataSource source = (PGSimpleDataSource) server.dataSource();
      properties.add("spring.datasource.url", source::getUrl);
      properties.add("spring.datasource.username", source::getUser);
      properties.add("spring.datasource.password", source::getPassword);
    }
  }
}
