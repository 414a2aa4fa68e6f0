package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.online.kernel.Horizon;
import dev.isogauge.property.TestSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is beyond the horizon is dropped, and nothing that is said becomes wrong by it. */
public class HorizonTest {
  private static final int BLOCKS = TestSize.pick(120, 2_000);

  @TempDir Path directory;

  private record Result(Set<TimestampFinding> findings, int unjudged, long diskBytes) {}

  private Result run(List<RawBlock> blocks, IsolationLevel level, Horizon horizon, String name)
      throws InterruptedException {
    OnlineSettings settings = settings(level, 150_000, horizon, name);
    Ledger ledger = new Ledger();
    try (OnlineChecker checker =
        OnlineChecker.durable(settings, new Atoms(), ledger, StreamClock.running(), List.of())) {
      for (int i = 0; i < blocks.size(); i++) {
        checker.submit(blocks.get(i));
        if (i % 5 == 4) {
          checker.checkpoint();
          checker.checkpointed();
        }
      }
      checker.drain();
      checker.checkpoint();
      return new Result(
          ledger.findings().stream().map(Offline::comparable).collect(Collectors.toSet()),
          ledger.unjudged().size(),
          checker.statistics().diskBytes());
    }
  }

  private OnlineSettings settings(IsolationLevel level, long memory, Horizon horizon, String name) {
    return new OnlineSettings(
        level,
        2,
        Duration.ZERO,
        FinalityClock.ARRIVAL,
        Duration.ofSeconds(1),
        memory,
        directory.resolve(name),
        Atoms.NIL,
        horizon);
  }

  private static List<RawBlock> blocks(SnapshotLoad.Shape shape) {
    SnapshotLoad load = new SnapshotLoad(shape, 11);
    List<RawBlock> blocks = new ArrayList<>();
    for (int i = 0; i < BLOCKS; i++) {
      blocks.add(load.next(100));
    }
    blocks.add(load.rest());
    return blocks;
  }

  /** Without stragglers from beyond it, the horizon changes nothing but the size of the state. */
  @Test
  void nothingIsMissedInOrder() throws InterruptedException {
    for (IsolationLevel level :
        List.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY)) {
      int duration = level == IsolationLevel.SNAPSHOT_ISOLATION ? 1000 : 0;
      List<RawBlock> blocks =
          blocks(new SnapshotLoad.Shape(5, 16, 3, 60, duration, 100, 0, 0, 2000));
      Result whole = run(blocks, level, Horizon.NONE, "whole" + level);
      Result part = run(blocks, level, new Horizon(500, Long.MAX_VALUE), "part" + level);
      assertThat(part.unjudged()).isZero();
      assertThat(part.findings())
          .isNotEmpty()
          .isEqualTo(Set.copyOf(Offline.findings(blocks, level, new Atoms())))
          .isEqualTo(whole.findings());
    }
  }

  /**
   * Stragglers from beyond it are not judged. They may explain reads and gaps that were reported
   * before; what else is found is there all the same.
   */
  @Test
  void whatComesTooLateIsNotJudgedAndMakesNothingWrong() throws InterruptedException {
    for (IsolationLevel level :
        List.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY)) {
      int duration = level == IsolationLevel.SNAPSHOT_ISOLATION ? 1000 : 0;
      List<RawBlock> blocks =
          blocks(new SnapshotLoad.Shape(5, 16, 3, 60, duration, 100, 3000, 6000, 2000));
      Result part = run(blocks, level, new Horizon(500, Long.MAX_VALUE), "late" + level);
      assertThat(part.unjudged()).isPositive();
      Set<TimestampFinding> wrong = new HashSet<>(part.findings());
      wrong.removeIf(
          finding ->
              finding.kind() == AnomalyKind.EXTERNAL || finding.kind() == AnomalyKind.SESSION);
      wrong.removeAll(Offline.findings(blocks, level, new Atoms()));
      assertThat(wrong).isEmpty();
    }
  }

  /** Files are compacted when they are large, so this needs many transactions. */
  @Test
  void stateStopsGrowing() throws InterruptedException {
    assumeTrue(TestSize.isThorough());
    SnapshotLoad load =
        new SnapshotLoad(new SnapshotLoad.Shape(5, 200, 8, 60, 1000, 100, 0, 0, 0), 11);
    OnlineSettings settings =
        settings(
            IsolationLevel.SNAPSHOT_ISOLATION,
            8 << 20,
            new Horizon(50_000, Long.MAX_VALUE),
            "growing");
    long[] most = new long[2];
    try (OnlineChecker checker =
        OnlineChecker.durable(
            settings, new Atoms(), new Ledger(), StreamClock.running(), List.of())) {
      for (int i = 0; i < 1000; i++) {
        checker.submit(load.next(1000));
        if (i % 25 == 24) {
          checker.drain();
          checker.checkpoint();
          checker.checkpointed();
          most[i / 500] = Math.max(most[i / 500], checker.statistics().diskBytes());
        }
      }
    }
    assertThat(most[1]).isLessThan(most[0] * 5 / 4);
  }
}
