package dev.isogauge.collect.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.run.ShortRuns;
import dev.isogauge.explain.Explainer;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a real PostgreSQL gives, by its own order of versions and snapshots. */
class OrderRecoveryTest extends ShortRuns {
  /** Where it is left to chance what a run shows. */
  private static final int MOST_RUNS = 50;

  private static final int MOST_OVERLOOKED = 2;

  private Recovered recovered;

  @ParameterizedTest
  @CsvSource({
    "mini, serializable, serializability",
    "mini, serializable, pl-3",
    "mini, repeatable-read, pl-si",
    "general, repeatable-read, pl-si",
    "general, read-committed, pl-2",
    "range, serializable, pl-3",
    "predicate, serializable, pl-3",
    "predicate, serializable, serializability",
    "range, read-committed, pl-2"
  })
  void postgresGivesWhatItClaims(String workload, String isolation, String level) throws Exception {
    History history = runExplained(workload, isolation);
    // Version 12.3 now and then overlooks a conflict at SERIALIZABLE: pg12 in the matrix of litmus.
    for (int i = 0; i < MOST_OVERLOOKED && isOverlooked(history, isolation, level); i++) {
      history = runExplained(workload, isolation);
    }
    assertThat(verdict(history, level)).isInstanceOf(Verdict.Satisfied.class);
    assertThat(history.predicateReads().count() > 0).isEqualTo(recovered.versionSets() > 0);
  }

  private static boolean isOverlooked(History history, String isolation, String level) {
    return isolation.equals("serializable") && verdict(history, level) instanceof Verdict.Violated;
  }

  @Test
  void transactionsHaveIdsAndSnapshots() throws Exception {
    History history = run("mini", "repeatable-read", 100);
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.outcome(t) == Outcome.COMMITTED) {
        assertThat(history.snapshot(t)).isPresent();
        assertThat(history.transactionId(t) > 0).isEqualTo(writes(history, t));
      }
    }
    assertThat(history.versionOrders()).isNotEmpty();
  }

  private static boolean writes(History history, int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isWrite(i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether transactions overlap so is left to chance, and seldom takes a second run. */
  @Test
  void phantomsAtReadCommittedAreNamed() throws Exception {
    List<String> phantoms = List.of();
    for (int i = 0; i < MOST_RUNS && phantoms.isEmpty(); i++) {
      History history = runExplained("range", "read-committed");
      assertThat(verdict(history, "pl-2")).isInstanceOf(Verdict.Satisfied.class);
      phantoms = phantoms(history, verdict(history, "pl-3"));
    }
    assertThat(phantoms).isNotEmpty().allMatch(text -> text.contains("value BETWEEN"));
  }

  private static List<String> phantoms(History history, Verdict verdict) {
    return verdict instanceof Verdict.Violated violated
        ? violated.anomalies().stream()
            .filter(each -> each.kind() == AnomalyKind.G_SINGLE || each.kind() == AnomalyKind.G2)
            .map(each -> new Explainer(history).explain(each).text())
            .toList()
        : List.of();
  }

  /**
   * PostgreSQL lets a transaction create an item that is in its snapshot and that another has
   * deleted meanwhile, where an update of the item would fail.
   */
  @Test
  void repeatableReadLetsAWriteFollowADeleteOutOfItsSnapshot() throws Exception {
    History history =
        play(
            "repeatable-read",
            (first, second) -> {
              first.begin();
              assertThat(first.read(1)).hasValue(10);
              second.begin();
              second.delete(1);
              second.commit();
              first.write(1, 11);
              first.commit();
            });
    assertThat(verdict(history, "pl-si"))
        .isInstanceOfSatisfying(
            Verdict.Violated.class,
            violated -> assertThat(violated.counts()).containsKey(AnomalyKind.G_SIA));
  }

  /** An update that waits for it sees the delete, and not the new row, which its snapshot lacks. */
  @Test
  void nothingExplainsAnUpdateOfWhatIsDeletedAndCreatedMeanwhile() throws Exception {
    History history =
        play(
            "read-committed",
            (first, second) -> {
              first.begin();
              first.delete(1);
              first.insert(1, 11);
              second.begin();
              FutureTask<Boolean> update = new FutureTask<>(() -> second.update(1, 12));
              new Thread(update).start();
              while (!postgres.isBlocked(second)) {
                Thread.sleep(5);
              }
              first.commit();
              assertThat(update.get()).isFalse();
              second.commit();
              first.begin();
              first.delete(1);
              first.commit();
            });
    assertThat(recovered.absentReads()).isEqualTo(1);
    assertThat(verdict(history, "pl-2")).isInstanceOf(Verdict.Unknown.class);
  }

  private interface Play {
    void run(Session first, Session second) throws Exception;
  }

  /** Two sessions on a database in which item 1 is 10. */
  private History play(String isolation, Play play) throws Exception {
    postgres.clear();
    Path recording = directory.resolve("play-at-" + isolation + ".jsonl");
    Level level = postgres.capabilities().level(isolation);
    try (OrderRecovery recovery = OrderRecovery.open(postgres);
        Recorder recorder = RecordedSession.recorder(recording, Map.of());
        Session first = recovery.observe(session(recorder, level, "s1"));
        Session second = recovery.observe(session(recorder, level, "s2"))) {
      first.begin();
      first.write(1, 10);
      first.commit();
      play.run(first, second);
      return recover(recovery, recording);
    }
  }

  private RecordedSession session(Recorder recorder, Level level, String name)
      throws DatabaseException {
    return new RecordedSession(postgres.open(level), recorder, name);
  }

  @Test
  void saysWhatIsMissingAtReadCommitted() throws Exception {
    History history = run("predicate", "read-committed", 300);
    assertThat(recovered.searchesWithout()).isPositive();
    assertThat(recovered.text()).contains("changes by condition");
    assertThat(verdict(history, "pl-2")).isNotInstanceOf(Verdict.Satisfied.class);
  }

  @Test
  void saysWhatTheServerLacks() throws Exception {
    DatabaseOptions options =
        DatabaseOptions.defaults().withSettings(Map.of("wal_level", "replica"));
    try (Database other = Databases.open("postgres", options)) {
      assertThat(OrderRecovery.isPossible(other)).isTrue();
      assertThatThrownBy(() -> OrderRecovery.open(other))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("wal_level is replica; set it to logical");
    }
  }

  @Test
  void leavesNothingBehind() throws Exception {
    run("mini", "serializable", 10);
    assertThat(postgres.administer("SELECT 1 FROM pg_replication_slots").isEmpty()).isTrue();
    assertThat(postgres.administer("SELECT 1 FROM pg_publication").isEmpty()).isTrue();
  }

  @Test
  void otherDatabasesTellNoOrder() throws Exception {
    try (Database h2 = Databases.open("h2", DatabaseOptions.defaults())) {
      assertThat(OrderRecovery.isPossible(h2)).isFalse();
    }
  }

  private static Verdict verdict(History history, String level) {
    Question question =
        new Question(IsolationLevel.byName(level).orElseThrow(), OrderSource.CERTIFICATE, true);
    return Checks.check(history, question, Limits.DEFAULT);
  }

  /**
   * A run of which everything is known. At READ COMMITTED the database may leave something open
   * ({@link #nothingExplainsAnUpdateOfWhatIsDeletedAndCreatedMeanwhile}), on one core in half of
   * the runs; then another one, and a shorter one, which seldom does.
   */
  private History runExplained(String name, String isolation)
      throws DatabaseException, IOException {
    int transactions = 300;
    History history = run(name, isolation, transactions);
    for (int i = 0; i < MOST_RUNS && recovered.absentReads() > 0; i++) {
      transactions = Math.max(50, transactions * 3 / 4);
      history = run(name, isolation, transactions);
    }
    assertThat(recovered.searchesWithout() + recovered.absentReads()).isZero();
    return history;
  }

  private History run(String name, String isolation, int transactions)
      throws DatabaseException, IOException {
    postgres.clear();
    try (OrderRecovery recovery = OrderRecovery.open(postgres)) {
      return recover(recovery, record(postgres, name, isolation, transactions, recovery::observe));
    }
  }

  private History recover(OrderRecovery recovery, Path recording)
      throws DatabaseException, IOException {
    Path certificate = directory.resolve("certificate-of-" + recording.getFileName());
    try (OutputStream out = Files.newOutputStream(certificate)) {
      recovered = recovery.recover(recording, out);
    }
    return read(certificate);
  }
}
