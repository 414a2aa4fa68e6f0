package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LongSummaryStatistics;

/**
 * Runs many transactions through the engine and prints the live heap after a fifth of them and at
 * the end. It goes up and down with what is in memory at the moment, so the largest of several
 * samples counts. Arguments: directory, transactions, megabytes of the engine.
 */
public final class Endurance {
  private static final int BATCH = 500;
  private static final int SAMPLES = 10;

  private Endurance() {}

  public static void main(String[] arguments) throws InterruptedException {
    int transactions = Integer.parseInt(arguments[1]);
    SnapshotLoad load =
        new SnapshotLoad(new SnapshotLoad.Shape(24, 1000, 8, 50, 1000, 500, 1000, 50_000, 10), 3);
    OnlineSettings settings =
        new OnlineSettings(
            IsolationLevel.SNAPSHOT_ISOLATION,
            2,
            Duration.ofMillis(500),
            FinalityClock.ARRIVAL,
            Duration.ofSeconds(30),
            Long.parseLong(arguments[2]) << 20,
            Path.of(arguments[0]),
            Atoms.NIL);
    Counter counter = new Counter();
    try (OnlineChecker checker = new OnlineChecker(settings, new Atoms(), counter)) {
      int distance = transactions / 100 / BATCH * BATCH;
      LongSummaryStatistics early = run(checker, load, transactions / 5, distance);
      LongSummaryStatistics late = run(checker, load, transactions - transactions / 5, distance);
      checker.submit(load.rest());
      checker.drain();
      System.out.printf(
          "early %d late %d to %d findings %d faults %d%n",
          early.getMin(), late.getMin(), late.getMax(), counter.standing(), load.faulty());
      System.out.println(checker.statistics());
    }
  }

  /** Runs transactions and returns what is live on the heap towards their end. */
  private static LongSummaryStatistics run(
      OnlineChecker checker, SnapshotLoad load, int transactions, int distance)
      throws InterruptedException {
    LongSummaryStatistics live = new LongSummaryStatistics();
    for (int rest = transactions; rest > 0; rest -= BATCH) {
      checker.submit(load.next(BATCH));
      if (rest <= SAMPLES * distance && rest % distance == 0) {
        System.gc();
        live.accept(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
      }
    }
    return live;
  }
}
