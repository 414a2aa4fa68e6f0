package dev.isogauge.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The CPU time used so far by this process, and by the processes that it started and that are still
 * there, with those that they have waited for.
 *
 * @param othersSeconds 0 where there is no /proc
 */
record CpuTime(double ownSeconds, double othersSeconds) {
  /** What /proc counts in. */
  private static final double TICKS_PER_SECOND = 100;

  /** Of the fields after the program's name: user and system time, and those of its children. */
  private static final int FIRST_TIME = 11;

  private static final int TIMES = 4;

  static CpuTime now() {
    double own =
        ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean details
            ? details.getProcessCpuTime() / 1e9
            : Double.NaN;
    double others =
        ProcessHandle.current().descendants().mapToDouble(process -> seconds(process.pid())).sum();
    return new CpuTime(own, others);
  }

  CpuTime since(CpuTime earlier) {
    return new CpuTime(ownSeconds - earlier.ownSeconds, othersSeconds - earlier.othersSeconds);
  }

  /** Of a process, with the processes that it has waited for. */
  static double seconds(long pid) {
    try {
      String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = 0;
      for (int i = FIRST_TIME; i < FIRST_TIME + TIMES; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks / TICKS_PER_SECOND;
    } catch (IOException e) {
      return 0; // It has ended, or there is no /proc.
    }
  }
}
