package dev.isogauge.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.Locale;

/** Says where the figures come from. */
final class Machine {
  private Machine() {}

  static String describe() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    long memory =
        system instanceof com.sun.management.OperatingSystemMXBean details
            ? details.getTotalMemorySize()
            : 0;
    return String.format(
        Locale.ROOT,
        "%d cores, %.0f GiB, %s %s, Java %s, load average %.1f at the end%n",
        system.getAvailableProcessors(),
        memory / (double) (1L << 30),
        system.getName(),
        system.getArch(),
        System.getProperty("java.version"),
        system.getSystemLoadAverage());
  }
}
