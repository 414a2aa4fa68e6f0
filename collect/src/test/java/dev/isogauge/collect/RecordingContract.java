package dev.isogauge.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.recorder.Recorder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recording of its sessions holds. */
interface RecordingContract extends OpenedDatabase {
  @Test
  default void recordsWhatHappened(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("history.jsonl");
    try (Recorder recorder = RecordedSession.recorder(file, Map.of("database", database().name()));
        Session session = new RecordedSession(session(), recorder, "s1")) {
      session.begin();
      session.read(1);
      session.write(1, 10);
      session.commit();
      session.begin();
      session.write(1, 11);
      session.rollback();
      session.begin();
      session.read(1);
      session.commit();
      assertThat(recorder.counts().committed()).isEqualTo(2);
    }
    History history = HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
    assertThat(history.transactionCount()).isEqualTo(3);
    assertThat(history.outcome(1)).isEqualTo(Outcome.ABORTED);
    assertThat(history.endTime(0)).isBetween(history.beginTime(0), history.beginTime(1));
    assertThat(history.readFrom(history.firstOperation(2)))
        .isEqualTo(history.firstOperation(0) + 1);
  }

  @Test
  default void recordsPredicates(@TempDir Path directory) throws Exception {
    assumeTrue(database().capabilities().has(Capability.PREDICATES));
    Path file = directory.resolve("history.jsonl");
    Condition large = new Condition("value > 10");
    try (Recorder recorder = RecordedSession.recorder(file, Map.of());
        Session session = new RecordedSession(session(), recorder, "s1")) {
      session.begin();
      session.insert(1, 10);
      session.insert(2, 20);
      session.select(large);
      session.aggregate(Aggregate.COUNT, large);
      session.delete(1);
      if (database().capabilities().has(Capability.RETURNS_CHANGED)) {
        session.updateWhere(large, 30);
        session.deleteWhere(large);
      }
      session.commit();
    }
    History history = HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
    assertThat(history.outcome(0)).isEqualTo(Outcome.COMMITTED);
    boolean changed = database().capabilities().has(Capability.RETURNS_CHANGED);
    assertThat(history.predicateReads().count()).isEqualTo(changed ? 4 : 2);
    // An insert is a read and a write, a row with its value a read.
    assertThat(history.operationCount()).isEqualTo(changed ? 8 : 6);
  }
}
