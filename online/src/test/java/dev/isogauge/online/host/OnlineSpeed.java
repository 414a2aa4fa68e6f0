package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures the engine: level, transactions, jitter, delay in milliseconds, megabytes, shards. */
public final class OnlineSpeed {
  private OnlineSpeed() {}

  public static void main(String[] arguments) throws Exception {
    boolean snapshots = arguments[0].equals("si");
    int transactions = Integer.parseInt(arguments[1]);
    int jitter = Integer.parseInt(arguments[2]);
    SnapshotLoad load =
        new SnapshotLoad(
            new SnapshotLoad.Shape(
                24, 1000, 8, snapshots ? 50 : 90, snapshots ? 1000 : 0, jitter, 0, 0, 0),
            7);
    List<RawBlock> blocks = new ArrayList<>();
    for (int i = 0; i < transactions / 500; i++) {
      blocks.add(load.next(500));
    }
    for (int round = 0; round < 3; round++) {
      Ledger ledger = new Ledger();
      Path directory = Files.createTempDirectory("isogauge-speed");
      OnlineSettings settings =
          new OnlineSettings(
              snapshots ? IsolationLevel.SNAPSHOT_ISOLATION : IsolationLevel.SERIALIZABILITY,
              Integer.parseInt(arguments[5]),
              Duration.ofMillis(Long.parseLong(arguments[3])),
              FinalityClock.ARRIVAL,
              Duration.ofSeconds(30),
              Long.parseLong(arguments[4]) << 20,
              directory,
              Atoms.NIL);
      try (OnlineChecker checker = new OnlineChecker(settings, new Atoms(), ledger)) {
        long cpu = cpu();
        long begin = System.nanoTime();
        for (RawBlock block : blocks) {
          checker.submit(block);
        }
        checker.drain();
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf(
            Locale.ROOT,
            "%.0f transactions/s, %.2f s, %.2f CPU s, %d findings, %s%n",
            transactions / seconds,
            seconds,
            (cpu() - cpu) / 1e9,
            ledger.findings().size(),
            checker.statistics());
      }
      Files.delete(directory);
    }
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
