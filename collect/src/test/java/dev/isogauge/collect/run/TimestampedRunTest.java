package dev.isogauge.collect.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases that order transactions by numbers, held to these. Profile {@code extras}. */
@Tag("extras")
class TimestampedRunTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "rocksdb, general, 4000",
    "rocksdb, list-append, 4000",
    "rocksdb:optimistic, general, 4000",
    "rocksdb:optimistic, list-append, 4000",
    "etcd, general, 400",
    "etcd, list-append, 400"
  })
  void snapshotsAreWhatTheTimestampsSay(String name, String workload, int transactions)
      throws Exception {
    History history = run(name, workload, transactions);
    assertThat(history.isTimestamped()).isTrue();
    assertThat(byTimestamps(history, IsolationLevel.SNAPSHOT_ISOLATION))
        .isInstanceOf(Verdict.Satisfied.class);
  }

  @Test
  void lightweightTransactionsOfEtcdAreLinearizable() throws Exception {
    History history = run("etcd", "lwt", 600);
    assertThat(Checks.check(history, IsolationLevel.LINEARIZABILITY, Limits.DEFAULT))
        .isInstanceOf(Verdict.Satisfied.class);
    assertThat(byTimestamps(history, IsolationLevel.SERIALIZABILITY))
        .isInstanceOf(Verdict.Satisfied.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rocksdb:optimistic"})
  void rocksDbAllowsWriteSkew(String name) throws Exception {
    try (Database database = Databases.open(name, DatabaseOptions.defaults())) {
      History history = skew(database, Optional.empty());
      assertThat(byTimestamps(history, IsolationLevel.SNAPSHOT_ISOLATION))
          .isInstanceOf(Verdict.Satisfied.class);
      assertThat(byTimestamps(history, IsolationLevel.SERIALIZABILITY))
          .isInstanceOf(Verdict.Violated.class);
    }
  }

  @Test
  void etcdAbortsWriteSkew() throws Exception {
    try (Database database = Databases.open("etcd", DatabaseOptions.defaults())) {
      History history = skew(database, Optional.of(Failure.Aborted.class));
      assertThat(byTimestamps(history, IsolationLevel.SERIALIZABILITY))
          .isInstanceOf(Verdict.Satisfied.class);
    }
  }

  /** Each reads what the other writes. */
  private History skew(Database database, Optional<Class<? extends Failure>> refusal)
      throws Exception {
    Path file = directory.resolve("skew.jsonl");
    try (Recorder recorder = RecordedSession.recorder(file, Map.of());
        Session one = session(database, recorder, "s1");
        Session other = session(database, recorder, "s2")) {
      one.begin();
      other.begin();
      one.read(1);
      other.read(2);
      one.write(2, 20);
      other.write(1, 10);
      one.commit();
      if (refusal.isPresent()) {
        assertThatThrownBy(other::commit).isInstanceOf(refusal.get());
        other.rollback();
      } else {
        other.commit();
      }
    }
    return read(file);
  }

  private static Session session(Database database, Recorder recorder, String name)
      throws Exception {
    return new RecordedSession(
        database.open(database.capabilities().defaultLevel()), recorder, name);
  }

  private History run(String name, String workload, int transactions) throws Exception {
    Path file = directory.resolve("history.jsonl");
    Workload kind = Workload.byName(workload).orElseThrow();
    try (Database database = Databases.open(name, DatabaseOptions.defaults());
        Recorder recorder = RecordedSession.recorder(file, Map.of())) {
      RunPlan plan =
          new RunPlan(
              kind,
              kind.defaults(),
              database.capabilities().defaultLevel(),
              transactions,
              Duration.ofMinutes(10),
              1);
      RunSummary summary = new WorkloadRun(database, plan, recorder).run(progress -> {});
      assertThat(summary.stopped()).isEmpty();
      assertThat(summary.transactions()).isEqualTo(transactions);
      assertThat(summary.committed()).isPositive();
    }
    return read(file);
  }

  private static Verdict byTimestamps(History history, IsolationLevel level) {
    return Checks.check(history, Question.byTimestamps(level), Limits.DEFAULT);
  }

  private static History read(Path file) throws IOException {
    return HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
  }
}
