package dev.isogauge.recorder.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.RecordedOutcome;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions that leave memory are in the file all the same, and missed by late readers only. */
class ForgottenVersionsTest {
  private static final long FIRST = 100;
  private static final int COUNT = 500;

  @TempDir Path directory;

  private RowVersions versions;

  /**
   * Adds one to a row, again and again, and reads it at last in a snapshot of the past.
   *
   * @param lag how far behind the horizon is; -1 for never
   */
  private Path record(long lag, int snapshot) throws Exception {
    versions = new RowVersions(directory);
    Path file = directory.resolve("run" + lag + "-" + snapshot + ".jsonl");
    try (Recorder recorder = Recorder.create(file)) {
      RowHistory history = new RowHistory(recorder, versions);
      versions.initial("accounts", "1", Map.of("balance", 0L));
      history.recordInitial();
      for (long number = FIRST; number < FIRST + COUNT; number++) {
        Map<String, Object> row = Map.of("balance", number);
        history.add(number, List.of(Map.entry(1, new RowHistory.Write("accounts", "1", row))));
        history.record(transaction(number, number));
        if (lag >= 0) {
          history.forget(number - lag);
        }
      }
      history.record(transaction(0, FIRST + snapshot));
      recorder.atClose(history::recordOrders);
    }
    return file;
  }

  private static RowTransaction transaction(long number, long snapshot) {
    RowTransaction transaction = new RowTransaction("s" + number);
    transaction.id(number);
    transaction.next();
    PostgresSnapshot seen = new PostgresSnapshot(snapshot, snapshot, List.of());
    transaction.add(byKey(), seen, seen, true);
    transaction.ended(RecordedOutcome.COMMITTED);
    return transaction;
  }

  private static StatementEffect byKey() {
    return new StatementEffect(
        List.of("accounts"),
        Set.of(),
        Optional.of(List.of("1")),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        false,
        Optional.empty(),
        Optional.empty(),
        false,
        false,
        true,
        Set.of(),
        "SELECT balance FROM accounts WHERE id = 1");
  }

  private static History history(Path file) throws Exception {
    return HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
  }

  private int kept() {
    int[] count = {0};
    versions.forEach(row -> count[0] += row.versions.size());
    return count[0];
  }

  @Test
  void whatIsForgottenIsInTheFile() throws Exception {
    History all = history(record(-1, COUNT));
    assertThat(kept()).isEqualTo(COUNT + 1);
    History most = history(record(20, COUNT));
    assertThat(kept()).isLessThan(60);
    assertThat(most.versionOrders()).hasSize(1);
    assertThat(most.versionOrders().get(0).versions()).hasSize(COUNT);
    for (History each : List.of(all, most)) {
      assertThat(Checks.check(each, IsolationLevel.SERIALIZABILITY))
          .isInstanceOf(Verdict.Satisfied.class);
    }
    try (var files = Files.list(directory)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .allMatch(each -> each.endsWith(".jsonl"));
    }
  }

  @Test
  void aReaderOfThePastIsUnknownOnlyWhereItsVersionIsForgotten() throws Exception {
    History known = history(record(20, COUNT - 15));
    assertThat(Checks.check(known, IsolationLevel.SERIALIZABILITY))
        .isInstanceOf(Verdict.Satisfied.class);
    Path file = record(20, 30);
    assertThat(Files.readString(file)).contains("another transaction changed the row");
    assertThat(Checks.check(history(file), IsolationLevel.SERIALIZABILITY))
        .isInstanceOf(Verdict.Unknown.class);
  }
}
