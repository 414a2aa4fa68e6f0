package dev.isogauge.collect.derby;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.catalog.Databases;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Two sessions that wait for each other need not wait for a lock timeout. */
class DerbyDeadlockTest {
  private static final Duration LOCK_TIMEOUT = Duration.ofMinutes(5);

  @Test
  void aDeadlockIsFoundLongBeforeALockTimesOut() throws Exception {
    DatabaseOptions options = DatabaseOptions.defaults().withLockTimeout(LOCK_TIMEOUT);
    try (Database database = Databases.open("derby", options)) {
      Level serializable = database.capabilities().level("serializable");
      try (Session one = database.open(serializable);
          Session two = database.open(serializable)) {
        one.begin();
        one.write(1, 10);
        one.write(2, 20);
        one.commit();
        one.begin();
        one.read(1);
        two.begin();
        two.read(2);
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> write(one, 2));
        CompletableFuture<String> second = CompletableFuture.supplyAsync(() -> write(two, 1));
        // Which ends first is open: the one that is aborted lets the other go before it returns.
        assertThat(List.of(first.get(60, TimeUnit.SECONDS), second.get(60, TimeUnit.SECONDS)))
            .anySatisfy(answer -> assertThat(answer).contains("40001"));
      }
    }
  }

  private static String write(Session session, long key) {
    try {
      session.write(key, 30);
      return "written";
    } catch (Failure e) {
      session.rollback();
      return e.getMessage();
    }
  }
}
