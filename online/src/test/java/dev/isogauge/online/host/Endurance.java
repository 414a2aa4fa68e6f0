package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;

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
      long early = run(checker, load, transactions / 5, distance);
      long late = run(checker, load, transactions - transactions / 5, distance);
      checker.submit(load.rest());
      checker.drain();
      System.out.printf(
          "early %d late %d findings %d faults %d%n",
          early, late, counter.standing(), load.faulty());
      System.out.println(checker.statistics());
    }
  }

  /** Runs transactions and returns the largest live heap towards their end. */
  private static long run(OnlineChecker checker, SnapshotLoad load, int transactions, int distance)
      throws InterruptedException {
    long largest = 0;
    for (int rest = transactions; rest > 0; rest -= BATCH) {
      checker.submit(load.next(BATCH));
      if (rest <= SAMPLES * distance && rest % distance == 0) {
        System.gc();
        largest =
            Math.max(largest, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
      }
    }
    return largest;
  }
}
