package dev.isogauge.collect.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MixedLevelsRunTest {
  @TempDir private Path directory;

  /** Sessions have the levels in turn, and each transaction is recorded with its own. */
  @Test
  void everyTransactionRecordsTheLevelOfItsSession() throws Exception {
    Path file = directory.resolve("history.jsonl");
    try (Database h2 = Databases.open("h2", DatabaseOptions.defaults());
        Recorder recorder = RecordedSession.recorder(file, Map.of())) {
      List<Level> turns = List.of(h2.capabilities().level("rc"), h2.capabilities().level("ser"));
      RunPlan plan =
          new RunPlan(
              Workload.LIST_APPEND,
              Workload.LIST_APPEND.defaults(),
              Level.mixed(turns),
              turns,
              200,
              Duration.ofMinutes(1),
              Optional.empty(),
              1);
      new WorkloadRun(h2, plan, recorder).run(progress -> {});
    }
    History history =
        HistoryFiles.read(HistoryFiles.file(file), Optional.of(HistoryFormat.JSONL)).history();
    assertThat(history.transactionCount()).isPositive();
    for (int t = 0; t < history.transactionCount(); t++) {
      int session = Integer.parseInt(history.sessionName(history.sessionOf(t)).substring(1));
      assertThat(history.recordedLevel(t))
          .isEqualTo(session % 2 == 1 ? "read-committed" : "serializability");
    }
    assertThat(Checks.check(history, IsolationLevel.RECORDED))
        .isNotInstanceOf(Verdict.Unknown.class);
  }
}
