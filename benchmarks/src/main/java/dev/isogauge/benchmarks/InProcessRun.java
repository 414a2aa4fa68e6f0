package dev.isogauge.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.online.host.OnlineChecker;
import dev.isogauge.online.host.OnlineSettings;
import dev.isogauge.online.host.OnlineStatistics;
import dev.isogauge.online.kernel.OnlineListener;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** Runs the online engine in this process on batches that are ready, as fast as it takes them. */
final class InProcessRun implements OnlineListener {
  private static final int SAMPLES = 10;

  private final MarkdownTable course =
      new MarkdownTable(
          0,
          "submitted",
          "judged",
          "seconds",
          "per second",
          "state MB",
          "heap MB",
          "disk MB",
          "waited s");
  private final AtomicLong violations = new AtomicLong();
  private double wallSeconds;
  private double cpuSeconds;

  void run(OnlineSettings settings, Atoms atoms, List<RawBlock> batches)
      throws InterruptedException {
    int every = Math.max(1, batches.size() / SAMPLES);
    try (OnlineChecker checker = new OnlineChecker(settings, atoms, this)) {
      long cpu = processCpu();
      long begin = System.nanoTime();
      for (int i = 0; i < batches.size(); i++) {
        checker.submit(batches.get(i));
        if ((i + 1) % every == 0) {
          sample(checker.statistics(), System.nanoTime() - begin);
        }
      }
      checker.drain();
      wallSeconds = (System.nanoTime() - begin) / 1e9;
      cpuSeconds = (processCpu() - cpu) / 1e9;
      sample(checker.statistics(), System.nanoTime() - begin);
    }
  }

  private void sample(OnlineStatistics statistics, long nanoseconds) {
    Runtime runtime = Runtime.getRuntime();
    course.row(
        Long.toString(statistics.submitted()),
        Long.toString(statistics.judged()),
        MarkdownTable.seconds(nanoseconds / 1e9),
        Long.toString(Math.round(statistics.judged() / (nanoseconds / 1e9))),
        megabytes(statistics.memoryBytes()),
        megabytes(runtime.totalMemory() - runtime.freeMemory()),
        megabytes(statistics.spilledBytes()),
        MarkdownTable.seconds(statistics.waitedMillis() / 1e3));
  }

  /** Until every verdict is final. */
  double wallSeconds() {
    return wallSeconds;
  }

  /** Of the whole process: judging, garbage collection and compiling included. */
  double cpuSeconds() {
    return cpuSeconds;
  }

  long violations() {
    return violations.get();
  }

  MarkdownTable course() {
    return course;
  }

  @Override
  public void found(TimestampFinding finding) {
    violations.incrementAndGet();
  }

  @Override
  public void withdrawn(TimestampFinding finding, TimestampedTransaction because) {
    violations.decrementAndGet();
  }

  @Override
  public void counted(AnomalyKind kind) {
    violations.incrementAndGet();
  }

  @Override
  public void late(TimestampedTransaction transaction) {
    // Nothing is late in the order of commits; a finding would show it.
  }

  @Override
  public void unjudged(TimestampedTransaction transaction, String why) {
    throw new IllegalStateException(transaction.name() + ": " + why);
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.0f", bytes / 1e6);
  }

  private static long processCpu() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
