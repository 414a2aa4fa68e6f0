package dev.isogauge.collect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.SessionPlace;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.cluster.Sites;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A primary with a standby, as a user has them, that applies commits with a delay. Sessions of the
 * primary commit at once and after the standby has applied, in turn.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplicasTest {
  private static final int PRIMARY_AT_ONCE = 0;
  private static final int STANDBY = 1;
  private static final int PRIMARY_AFTER_STANDBY = 2;
  private static final long DELAY_MILLIS = 1500;

  private List<PostgresServer> servers = List.of();
  private Database database;

  @BeforeAll
  void start() throws DatabaseException {
    DatabaseOptions options =
        DatabaseOptions.defaults()
            .withSettings(
                Map.of(
                    "synchronous_standby_names",
                    "*",
                    "synchronous_commit",
                    "local",
                    "recovery_min_apply_delay",
                    DELAY_MILLIS + "ms"));
    servers =
        PostgresServer.startWithReplicas(
            "18.6", 1, Sites.of(Topology.USUAL, 2, options), Postgres.driver(options), options);
    List<String> urls =
        servers.stream()
            .map(server -> server.url() + "?user=postgres&password=" + server.password())
            .toList();
    database =
        Databases.open(
            urls.get(0),
            Topology.USUAL.withReadUrls(urls.subList(1, 2)),
            DatabaseOptions.defaults()
                .withSessionSettings(
                    Map.of("synchronous_commit", List.of("local", "remote_apply"))));
  }

  @AfterAll
  void stop() {
    if (database != null) {
      database.close();
    }
    servers.forEach(PostgresServer::close);
  }

  private Session open(int number) throws DatabaseException {
    return database.open(database.capabilities().level("rr"), number);
  }

  @Test
  void aStandbyReadsAtEveryLevelAndRefusesWrites() throws Exception {
    assertThat(database.place(STANDBY)).isEqualTo(new SessionPlace("standby1", true));
    assertThat(database.place(PRIMARY_AFTER_STANDBY)).isEqualTo(new SessionPlace("primary", false));
    try (Session standby = database.open(database.capabilities().level("ser"), STANDBY)) {
      standby.begin();
      assertThat(standby.read(77)).isEmpty();
      assertThatThrownBy(() -> standby.write(77, 1)).isInstanceOf(Failure.Rejected.class);
      standby.rollback();
    }
  }

  /**
   * A commit that waits for the standby is in the log, and invisible on the primary, while one that
   * does not wait passes it there. The standby shows them in the order of the log.
   */
  @Test
  void aReaderOnEachSeesALongFork(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("history.jsonl");
    try (Recorder recorder = Recorder.create(file);
        Session waiting =
            new RecordedSession(open(PRIMARY_AFTER_STANDBY), recorder, "after-standby");
        Session passing = new RecordedSession(open(PRIMARY_AT_ONCE), recorder, "at-once");
        Session primary = new RecordedSession(open(PRIMARY_AT_ONCE), recorder, "primary");
        Session standby = new RecordedSession(open(STANDBY), recorder, "standby")) {
      waiting.begin();
      waiting.insert(1, 10);
      CompletableFuture<Void> committed =
          CompletableFuture.runAsync(
              () -> {
                try {
                  waiting.commit();
                } catch (Failure e) {
                  throw new IllegalStateException(e);
                }
              });
      Thread.sleep(DELAY_MILLIS / 2);
      passing.begin();
      passing.insert(2, 20);
      passing.commit();
      assertThat(readBoth(primary)).containsExactly(OptionalLong.empty(), OptionalLong.of(20));
      List<OptionalLong> seen;
      do {
        seen = readBoth(standby);
      } while (seen.get(0).isEmpty());
      assertThat(seen).containsExactly(OptionalLong.of(10), OptionalLong.empty());
      committed.get(60, TimeUnit.SECONDS);
    }
    History history = HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
    assertThat(Checks.check(history, IsolationLevel.CAUSAL)).isInstanceOf(Verdict.Satisfied.class);
    assertThat(Checks.check(history, IsolationLevel.SNAPSHOT_ISOLATION))
        .isInstanceOf(Verdict.Violated.class);
  }

  private static List<OptionalLong> readBoth(Session session) throws Failure {
    session.begin();
    List<OptionalLong> values = List.of(session.read(1), session.read(2));
    session.commit();
    return values;
  }

  @Test
  void whatCannotBeIsRefusedBeforeAnythingStarts() {
    assertThatThrownBy(() -> Databases.systems("h2", Topology.USUAL.withReplicas(1), Map.of()))
        .hasMessageContaining("h2 with replicas; expected postgres");
    assertThatThrownBy(
            () ->
                Databases.systems(
                    "postgres",
                    Topology.USUAL.withReadUrls(List.of("jdbc:postgresql:x")),
                    Map.of()))
        .hasMessageContaining("expected --replicas");
    assertThatThrownBy(
            () ->
                Databases.systems(
                    "jdbc:postgresql:x",
                    Topology.USUAL.withReadUrls(List.of("jdbc:mariadb://host/")),
                    Map.of()))
        .hasMessageContaining("expected a jdbc:postgresql:URL");
    assertThatThrownBy(
            () ->
                Databases.open(
                    "postgres:11.7", Topology.USUAL.withReplicas(1), DatabaseOptions.defaults()))
        .hasMessageContaining("expected version 12 or newer");
  }
}
