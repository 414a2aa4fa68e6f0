package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.property.TestSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs long enough for segments to be cut, to go to disk and to come back for stragglers. */
public class OnlineLoadTest {
  private static final int TRANSACTIONS = TestSize.pick(8_000, 200_000);

  @TempDir Path directory;

  @Test
  void snapshotsWithMemoryToSpare() throws InterruptedException {
    OnlineStatistics statistics =
        agrees(IsolationLevel.SNAPSHOT_ISOLATION, Duration.ofHours(1), 1 << 30, 2);
    assertThat(statistics.flipFlops()).isPositive();
    assertThat(statistics.late()).isZero();
  }

  @Test
  void snapshotsOnDisk() throws InterruptedException {
    OnlineStatistics statistics =
        agrees(IsolationLevel.SNAPSHOT_ISOLATION, Duration.ZERO, 300_000, 2);
    assertThat(statistics.reloads()).isPositive();
    assertThat(statistics.late()).isPositive();
  }

  @Test
  void snapshotsWithAShortDelay() throws InterruptedException {
    agrees(IsolationLevel.SNAPSHOT_ISOLATION, Duration.ofMillis(5), 300_000, 3);
  }

  @Test
  void serialOnDisk() throws InterruptedException {
    OnlineStatistics statistics =
        agrees(IsolationLevel.SERIALIZABILITY, Duration.ofMillis(50), 200_000, 1);
    assertThat(statistics.reloads()).isPositive();
  }

  /** The store gives snapshot isolation only, so this finds a lot. */
  @Test
  void serialWithManyFindings() throws InterruptedException {
    SnapshotLoad.Shape shape = new SnapshotLoad.Shape(5, 20, 3, 70, 1000, 50, 5000, 2000, 0);
    agrees(shape, IsolationLevel.SERIALIZABILITY, Duration.ofMillis(5), 300_000, 2);
  }

  /** Segments then begin with reads of what was written before them. */
  @Test
  void rarelyWrittenKeys() throws InterruptedException {
    SnapshotLoad.Shape shape = new SnapshotLoad.Shape(5, 6, 3, 98, 1000, 100, 100_000, 3000, 500);
    agrees(shape, IsolationLevel.SNAPSHOT_ISOLATION, Duration.ZERO, 100_000, 2);
  }

  private OnlineStatistics agrees(IsolationLevel level, Duration delay, long bytes, int shards)
      throws InterruptedException {
    int duration = level == IsolationLevel.SNAPSHOT_ISOLATION ? 1000 : 0;
    SnapshotLoad.Shape shape =
        new SnapshotLoad.Shape(5, 20, 3, 60, duration, 100, 5000, 3000, 2000);
    return agrees(shape, level, delay, bytes, shards);
  }

  private OnlineStatistics agrees(
      SnapshotLoad.Shape shape, IsolationLevel level, Duration delay, long bytes, int shards)
      throws InterruptedException {
    SnapshotLoad load = new SnapshotLoad(shape, 11);
    List<RawBlock> blocks = new ArrayList<>();
    for (int i = 0; i < TRANSACTIONS / 100; i++) {
      blocks.add(load.next(100));
    }
    blocks.add(load.rest());
    Atoms atoms = new Atoms();
    OnlineSettings settings =
        new OnlineSettings(
            level,
            shards,
            delay,
            FinalityClock.ARRIVAL,
            Duration.ofSeconds(1),
            bytes,
            directory,
            Atoms.NIL);
    Ledger ledger = new Ledger();
    OnlineStatistics statistics;
    try (OnlineChecker checker = new OnlineChecker(settings, atoms, ledger)) {
      for (RawBlock block : blocks) {
        checker.submit(block);
      }
      checker.drain();
      statistics = checker.statistics();
    }
    List<TimestampFinding> expected = Offline.findings(blocks, level, atoms);
    assertThat(expected).isNotEmpty();
    assertThat(ledger.findings()).hasSameSizeAs(expected);
    assertThat(ledger.findings().stream().map(Offline::comparable).collect(Collectors.toSet()))
        .isEqualTo(Set.copyOf(expected));
    assertThat(statistics.pending()).isZero();
    assertThat(statistics.judged()).isEqualTo(statistics.submitted());
    return statistics;
  }
}
