package dev.isogauge.collect.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sessions go on to meet, however long a run lasts. */
class LastingContentionTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"list-append", "mini"})
  void ofH2ForSomeSeconds(String workload) throws Exception {
    try (Database h2 = Databases.open("h2", DatabaseOptions.defaults())) {
      RunSummary summary = run(h2, Workload.byName(workload).orElseThrow(), 5);
      assertThat(summary.contention().hasFallen()).isFalse();
      assertThat(summary.contention().share()).isGreaterThan(0.5);
    }
  }

  @Test
  void aRunEndsWhenItHasEnough() throws Exception {
    ChanceMeter chances = new ChanceMeter(Set.of(IsolationLevel.PL_2));
    try (Database h2 = Databases.open("h2", DatabaseOptions.defaults());
        Recorder recorder =
            RecordedSession.recorder(
                directory.resolve("history.jsonl"), Map.of(), chances::accept)) {
      RunPlan plan =
          new RunPlan(
              Workload.LIST_APPEND,
              Workload.LIST_APPEND.defaults(),
              h2.capabilities().defaultLevel(),
              List.of(),
              Long.MAX_VALUE,
              Duration.ofMinutes(5),
              Optional.of(new Enough(300, 50)),
              1);
      WorkloadRun run = new WorkloadRun(h2, plan, recorder);
      run.count(chances);
      RunSummary summary = run.run(progress -> {});
      assertThat(summary.elapsed()).isBetween(Duration.ofSeconds(1), Duration.ofMinutes(4));
      assertThat(summary.transactions()).isGreaterThanOrEqualTo(300);
      assertThat(summary.chances()).isGreaterThanOrEqualTo(50);
    }
  }

  @ParameterizedTest
  @CsvSource({"h2, 0", "postgres, 0", "postgres, 1"})
  @EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
  void inEverySecond(String name, int replicas) throws Exception {
    Topology topology = Topology.USUAL.withReplicas(replicas);
    try (Database database = Databases.open(name, topology, DatabaseOptions.defaults())) {
      List<Double> shares = run(database, Workload.LIST_APPEND, 30).contention().bySecond();
      assertThat(shares).hasSizeGreaterThan(25).allMatch(share -> share >= 0.5);
    }
  }

  private RunSummary run(Database database, Workload workload, int seconds) throws Exception {
    RunPlan plan =
        new RunPlan(
            workload,
            workload.defaults(),
            database.capabilities().defaultLevel(),
            Long.MAX_VALUE,
            Duration.ofSeconds(seconds),
            1);
    try (Recorder recorder =
        RecordedSession.recorder(directory.resolve("history.jsonl"), Map.of())) {
      return new WorkloadRun(database, plan, recorder).run(progress -> {});
    }
  }
}
