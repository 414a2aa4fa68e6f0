package dev.isogauge.collect.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.WorkloadRun;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlawsAreFoundTest {
  private static final int MOST_TRANSACTIONS = 20_000;
  private static final int SEEDS = 3;

  @TempDir Path directory;

  /**
   * Mostly within a tenth of the transactions, so these are tried first. The seed does not fix the
   * timing, so there is a second attempt, which one in a thousand runs needs.
   */
  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void byTheDefaultWorkload(Flaw flaw) throws Exception {
    for (int seed = 1; seed <= SEEDS; seed++) {
      boolean isFound =
          isViolated(flaw, seed, MOST_TRANSACTIONS / 10)
              || isViolated(flaw, seed, MOST_TRANSACTIONS)
              || isViolated(flaw, seed, MOST_TRANSACTIONS);
      assertThat(isFound).as("seed %s", seed).isTrue();
    }
  }

  @Test
  void withoutAFlawNothingIsFound() throws Exception {
    assertThat(verdict(Flaw.NONE, 1, MOST_TRANSACTIONS / 4)).isInstanceOf(Verdict.Satisfied.class);
  }

  private boolean isViolated(Flaw flaw, long seed, int transactions) throws Exception {
    return verdict(flaw, seed, transactions) instanceof Verdict.Violated;
  }

  private Verdict verdict(Flaw flaw, long seed, int transactions) throws Exception {
    Path file = directory.resolve("history.jsonl");
    Workload workload = Workload.LIST_APPEND;
    try (Database database = FlawedStore.open(flaw, seed);
        Recorder recorder = RecordedSession.recorder(file, Map.of())) {
      RunPlan plan =
          new RunPlan(
              workload,
              workload.defaults(),
              database.capabilities().defaultLevel(),
              transactions,
              Duration.ofMinutes(2),
              seed);
      new WorkloadRun(database, plan, recorder).run(progress -> {});
    }
    return Checks.check(
        HistoryFiles.read(HistoryFiles.file(file), Optional.of(HistoryFormat.JSONL)).history(),
        IsolationLevel.STRICT_SERIALIZABILITY,
        Limits.DEFAULT);
  }
}
