package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.property.TestSize;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Thousands of writers of one key, of which every two overlap or tie: a small batch, many pairs.
 */
@Timeout(300)
class CrowdedKeyTest {
  private static final int WRITERS = TestSize.pick(8_000, 20_000);
  private static final long PAIRS = (long) WRITERS * (WRITERS - 1) / 2;

  @TempDir Path directory;

  private void count(String name, IsolationLevel level, List<Integer> order, boolean tied)
      throws InterruptedException {
    Ledger ledger = new Ledger();
    OnlineSettings usual = OnlineSettings.of(level, directory.resolve(name));
    OnlineSettings settings =
        new OnlineSettings(
            level,
            1,
            Duration.ofHours(1),
            usual.clock(),
            usual.idle(),
            8L << 20,
            usual.directory(),
            Atoms.NIL,
            usual.horizon());
    long begin = System.nanoTime();
    long cpu = cpu();
    try (OnlineChecker checker = new OnlineChecker(settings, new Atoms(), ledger)) {
      for (int from = 0; from < WRITERS; from += 1_000) {
        RawBlock block = new RawBlock();
        for (int i : order.subList(from, from + 1_000)) {
          block.transaction(i, Atoms.NO_NAME, Outcome.COMMITTED, i);
          block.timestamps(tied ? 1 : i % 7, tied ? 100 : 100 + i);
          block.write(5, i);
        }
        checker.submit(block);
      }
      checker.drain();
    }
    System.out.printf(
        "%s: %d writers, %.1f s, CPU %.1f s%n",
        name, WRITERS, (System.nanoTime() - begin) / 1e9, (cpu() - cpu) / 1e9);
    assertThat(ledger.findings().size() + ledger.counted()).isEqualTo(PAIRS);
    assertThat(ledger.findings()).hasSize(100);
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static List<Integer> ascending() {
    return new ArrayList<>(IntStream.range(0, WRITERS).boxed().toList());
  }

  @Test
  void overlapsInOrder() throws InterruptedException {
    count("ascending", IsolationLevel.SNAPSHOT_ISOLATION, ascending(), false);
  }

  @Test
  void overlapsBackwards() throws InterruptedException {
    List<Integer> order = ascending();
    Collections.reverse(order);
    count("descending", IsolationLevel.SNAPSHOT_ISOLATION, order, false);
  }

  @Test
  void overlapsInAnyOrder() throws InterruptedException {
    List<Integer> order = ascending();
    Collections.shuffle(order, new Random(1));
    count("shuffled", IsolationLevel.SNAPSHOT_ISOLATION, order, false);
  }

  @Test
  void ties() throws InterruptedException {
    count("ties", IsolationLevel.SERIALIZABILITY, ascending(), true);
  }
}
