package dev.isogauge.collect.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.fault.FaultInjector;
import dev.isogauge.collect.fault.FaultSchedule;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.WorkloadRun;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.recorder.Recorder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

class EtcdLastingContentionTest {
  private static final Duration DURATION = Duration.ofSeconds(30);
  private static final Set<FaultKind> FAULTS = Set.of(FaultKind.KILL, FaultKind.PAUSE);

  @TempDir Path directory;

  /** Sessions that were paused or cut off meet the others again. */
  @Test
  @EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
  void sessionsMeetAfterFaultsToo() throws Exception {
    Workload workload = Workload.LIST_APPEND;
    try (Database etcd =
            Databases.open(
                "etcd",
                Topology.USUAL.withNodes(3).withFaults(FAULTS),
                DatabaseOptions.defaults());
        Recorder recorder =
            RecordedSession.recorder(directory.resolve("history.jsonl"), Map.of())) {
      RunPlan plan =
          new RunPlan(
              workload,
              workload.defaults(),
              etcd.capabilities().defaultLevel(),
              Long.MAX_VALUE,
              DURATION,
              1);
      WorkloadRun run = new WorkloadRun(etcd, plan, recorder);
      run.disturb(
          new FaultInjector(
              etcd.servers(), FaultSchedule.draw(FAULTS, etcd.servers().size(), DURATION, 1)));
      List<Double> shares = run.run(progress -> {}).contention().bySecond();
      // In seconds of a fault there may be hardly any transactions.
      assertThat(shares.subList(shares.size() / 2, shares.size()))
          .filteredOn(share -> share >= 0.5)
          .hasSizeGreaterThan(shares.size() / 4);
    }
  }
}
