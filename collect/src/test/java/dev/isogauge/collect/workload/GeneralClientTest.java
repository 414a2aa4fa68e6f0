package dev.isogauge.collect.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.WorkloadRun;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.generate.InvalidWorkloadException;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.history.History;
import dev.isogauge.recorder.Recorder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneralClientTest {
  private static final int TRANSACTIONS = 1000;

  @TempDir Path directory;

  /** A tenth only reads, three tenths read and then write, the others only write. */
  @Test
  void mixesThreeKindsOfTransactions() throws Exception {
    History history =
        run(
            new Parameters(1, 6, 0.1, 1000, 0, KeyDistribution.UNIFORM)
                .withReadModifyWriteRatio(0.3));
    double onlyRead = 0;
    double onlyWrite = 0;
    double readAndWrite = 0;
    for (int t = 0; t < history.transactionCount(); t++) {
      boolean readsFirst = !history.isWrite(history.firstOperation(t));
      boolean writesLast = history.isWrite(history.endOperation(t) - 1);
      onlyRead += !writesLast ? 1 : 0;
      onlyWrite += !readsFirst ? 1 : 0;
      readAndWrite += readsFirst && writesLast ? 1 : 0;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        boolean isSecond = (i - history.firstOperation(t)) % 2 == 1;
        if (readsFirst && writesLast) {
          assertThat(history.isWrite(i)).isEqualTo(isSecond);
          assertThat(isSecond ? history.keyOf(i) == history.keyOf(i - 1) : true).isTrue();
        } else {
          assertThat(history.isWrite(i)).isEqualTo(writesLast);
        }
      }
    }
    assertThat(onlyRead / TRANSACTIONS).isCloseTo(0.1, within(0.04));
    assertThat(readAndWrite / TRANSACTIONS).isCloseTo(0.3, within(0.05));
    assertThat(onlyWrite / TRANSACTIONS).isCloseTo(0.6, within(0.05));
  }

  @Test
  void sharesAreOfOneWhole() {
    assertThatThrownBy(
            () ->
                new Parameters(1, 6, 0.75, 10, 0, KeyDistribution.UNIFORM)
                    .withReadModifyWriteRatio(0.5))
        .isInstanceOf(InvalidWorkloadException.class)
        .hasMessage("read-ratio + rmw-ratio is 1.25; expected 0 to 1");
  }

  private History run(Parameters parameters) throws Exception {
    Path file = directory.resolve("history.jsonl");
    try (Database database = Databases.open("h2", DatabaseOptions.defaults());
        Recorder recorder = RecordedSession.recorder(file, Map.of())) {
      RunPlan plan =
          new RunPlan(
              Workload.GENERAL,
              parameters,
              database.capabilities().defaultLevel(),
              TRANSACTIONS,
              Duration.ofMinutes(1),
              1);
      new WorkloadRun(database, plan, recorder).run(progress -> {});
    }
    return HistoryFiles.read(HistoryFiles.file(file), Optional.of(HistoryFormat.JSONL)).history();
  }
}
