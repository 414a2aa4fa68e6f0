package dev.isogauge.collect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.catalog.Databases;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Where servers fail, a commit without an answer is asked for. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AskedOutcomeTest {
  private final PostgresDialect dialect = new PostgresDialect(Postgres.SYSTEM, true);
  private Database database;

  @BeforeAll
  void start() throws DatabaseException {
    database =
        Databases.open(
            "postgres",
            Topology.USUAL.withFaults(Set.of(FaultKind.KILL)),
            DatabaseOptions.defaults());
  }

  @AfterAll
  void stop() {
    database.close();
  }

  private Session session() throws DatabaseException {
    return database.open(database.capabilities().defaultLevel());
  }

  /** The backend ends in the middle of the commit, which the server then knows as aborted. */
  @Test
  void aCommitThatDiedOnTheWayIsAborted() throws Exception {
    database.administer(
        "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN"
            + " PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5);"
            + " RETURN NULL; END'");
    database.administer(
        "CREATE CONSTRAINT TRIGGER die AFTER INSERT ON items DEFERRABLE INITIALLY DEFERRED"
            + " FOR EACH ROW WHEN (NEW.id = 99) EXECUTE FUNCTION die()");
    try (Session session = session()) {
      session.begin();
      session.write(99, 10);
      assertThatThrownBy(session::commit)
          .isInstanceOf(Failure.Aborted.class)
          .hasMessage("it did not commit, as the server says later");
      session.rollback();
      session.begin();
      assertThat(session.read(99)).isEmpty();
      session.commit();
    }
  }

  @Test
  void theServerKnowsWhatBecameOfATransaction() throws Exception {
    try (Session session = session()) {
      session.begin();
      session.write(2, 20);
      List<Object> mark = session.execute(dialect.mark().orElseThrow()).rows().get(0);
      assertThat(told(mark)).isEqualTo("in progress");
      session.commit();
      assertThat(told(mark)).isEqualTo("committed");
      assertThat(told(List.of(mark.get(0), "2000-01-01 00:00:00+00")))
          .isEqualTo("another server says committed");
      session.begin();
      session.write(2, 21);
      mark = session.execute(dialect.mark().orElseThrow()).rows().get(0);
      session.rollback();
      assertThat(told(mark)).isEqualTo("aborted");
      assertThat(told(List.of(mark.get(0), "2000-01-01 00:00:00+00"))).isEqualTo("aborted");
      session.begin();
      session.read(2);
      mark = session.execute(dialect.mark().orElseThrow()).rows().get(0);
      session.commit();
      assertThat(dialect.outcome(mark)).isEmpty();
    }
  }

  private String told(List<Object> mark) throws DatabaseException {
    return database.administer(dialect.outcome(mark).orElseThrow()).text();
  }
}
