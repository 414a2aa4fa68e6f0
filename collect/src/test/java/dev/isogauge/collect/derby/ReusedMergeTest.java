package dev.isogauge.collect.derby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.Operation;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Why the dialect does not write by MERGE. A session keeps its prepared statements; one whose MERGE
 * ran into a lock timeout makes the change that was rolled back when it is used again. If a version
 * of Derby fails these tests, it has mended that.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReusedMergeTest {
  private static final String MERGE =
      "MERGE INTO items USING sysibm.sysdummy1 ON items.id = ?"
          + " WHEN MATCHED THEN UPDATE SET val = ?"
          + " WHEN NOT MATCHED THEN INSERT (id, val) VALUES (?, ?)";
  private static final String UPDATE = "UPDATE items SET val = ? WHERE id = ?";

  @TempDir Path directory;
  private Database derby;
  private Recorder recorder;
  private RecordedSession reader;
  private RecordedSession writer;

  @BeforeAll
  void start() throws DatabaseException {
    derby =
        Databases.open("derby", DatabaseOptions.defaults().withLockTimeout(Duration.ofSeconds(1)));
  }

  @AfterAll
  void stop() {
    derby.close();
  }

  @BeforeEach
  void setUp() throws Exception {
    derby.clear();
    recorder = RecordedSession.recorder(recording(), Map.of());
    reader = session("reader");
    writer = session("writer");
    writer.begin();
    writer.write(1, 10);
    writer.write(2, 20);
    writer.commit();
  }

  @AfterEach
  void tearDown() {
    reader.close();
    writer.close();
    recorder.close();
  }

  private Path recording() {
    return directory.resolve("history.jsonl");
  }

  private RecordedSession session(String name) throws DatabaseException {
    Level serializable = derby.capabilities().level("serializable");
    return new RecordedSession(derby.open(serializable), recorder, name);
  }

  @Test
  void writesAgainWhatWasRolledBack() throws Exception {
    timeOut(MERGE, 1, 11, 1, 11);
    writer.begin();
    writer.execute(MERGE, 2, 21, 2, 21);
    writer.log().add(Operation.Write.of(2L, 21));
    writer.commit();

    assertThat(value(1)).as("rolled back").isEqualTo(11);
    assertThat(value(2)).isEqualTo(21);
    assertThat(verdict())
        .isInstanceOfSatisfying(
            Verdict.Violated.class,
            violated -> assertThat(violated.counts()).containsOnlyKeys(AnomalyKind.ABORTED_READ));
  }

  @Test
  void failsOnTheRowThatItFailedOnBefore() throws Exception {
    timeOut(MERGE, 1, 11, 1, 11);
    writer.begin();
    assertThatThrownBy(() -> writer.execute(MERGE, 1, 12, 1, 12))
        .isInstanceOf(Failure.Rejected.class)
        .hasMessageContaining("more than one DELETE or UPDATE action");
    writer.rollback();
  }

  @Test
  void isCuredByPreparingItAnew() throws Exception {
    timeOut(MERGE, 1, 11, 1, 11);
    writer.close();
    writer = session("writer again");
    writer.begin();
    writer.execute(MERGE, 2, 21, 2, 21);
    writer.log().add(Operation.Write.of(2L, 21));
    writer.commit();

    assertThat(value(1)).isEqualTo(10);
    assertThat(verdict()).isInstanceOf(Verdict.Satisfied.class);
  }

  @Test
  void updateForgetsWhatItFailedOn() throws Exception {
    timeOut(UPDATE, 11, 1);
    writer.begin();
    writer.execute(UPDATE, 21, 2);
    writer.log().add(Operation.Write.of(2L, 21));
    writer.commit();

    assertThat(value(1)).isEqualTo(10);
    assertThat(verdict()).isInstanceOf(Verdict.Satisfied.class);
  }

  /** The writer tries to change item 1 to 11, which the reader has read. */
  private void timeOut(String sql, Object... parameters) throws Failure {
    reader.begin();
    reader.read(1);
    writer.begin();
    assertThatThrownBy(() -> writer.execute(sql, parameters)).isInstanceOf(Failure.Aborted.class);
    writer.log().attempted(Operation.Write.of(1L, 11));
    writer.rollback();
    reader.commit();
  }

  private long value(long key) throws Failure {
    reader.begin();
    long value = reader.read(key).orElseThrow();
    reader.commit();
    return value;
  }

  private Verdict verdict() throws IOException {
    return Checks.check(
        HistoryFiles.read(HistoryFiles.file(recording()), Optional.empty()).history(),
        IsolationLevel.SERIALIZABILITY,
        Limits.DEFAULT);
  }
}
