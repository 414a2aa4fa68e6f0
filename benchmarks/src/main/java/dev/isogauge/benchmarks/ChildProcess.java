package dev.isogauge.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Runs a shell command and measures it. CPU and wall time come from bash's {@code time}, which
 * counts every process that was waited for; the peak of memory is the kernel's high-water mark,
 * read from /proc until the end, so growth in the last few milliseconds can be missed.
 */
final class ChildProcess {
  private static final long POLL_MILLISECONDS = 10;
  private static final int POLLS_PER_SEARCH = 10;

  private static final String SCRIPT =
      "TIMEFORMAT='%R %U %S'; { time (eval \"$1\") >\"$2/out\" 2>\"$2/err\"; } 2>\"$2/time\"";

  private final Path folder;
  private final Duration timeout;

  /**
   * @param folder where the command's output goes
   */
  ChildProcess(Path folder, Duration timeout) {
    this.folder = folder;
    this.timeout = timeout;
  }

  Cost run(String command) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder("bash", "-c", SCRIPT, "bash", command, folder.toString()).start();
    process.getOutputStream().close();
    long peak = 0;
    List<ProcessHandle> family = List.of();
    for (int poll = 0; !process.waitFor(POLL_MILLISECONDS, TimeUnit.MILLISECONDS); poll++) {
      if (System.nanoTime() - begin > timeout.toNanos()) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        double seconds = timeout.toMillis() / 1e3;
        return new Cost(Double.NaN, seconds, bytes(peak), OptionalInt.empty());
      }
      // Looking for descendants walks all of /proc, so it is done now and then only.
      if (poll < POLLS_PER_SEARCH || poll % POLLS_PER_SEARCH == 0) {
        family = process.descendants().toList();
      }
      for (ProcessHandle member : family) {
        peak = Math.max(peak, residentPeak(member.pid()));
      }
    }
    String[] times = Files.readString(folder.resolve("time")).strip().split(" ", -1);
    double cpu = Double.parseDouble(times[1]) + Double.parseDouble(times[2]);
    return new Cost(
        cpu, Double.parseDouble(times[0]), bytes(peak), OptionalInt.of(process.exitValue()));
  }

  /** What the last command wrote to its standard output. */
  String output() throws IOException {
    return Files.readString(folder.resolve("out"));
  }

  /** What the last command wrote to its standard error. */
  String errors() throws IOException {
    return Files.readString(folder.resolve("err"));
  }

  private static OptionalLong bytes(long peak) {
    return peak == 0 ? OptionalLong.empty() : OptionalLong.of(peak);
  }

  /** 0 where the process has ended or the system has no /proc. */
  private static long residentPeak(long pid) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
        if (line.startsWith("VmHWM:")) {
          return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    } catch (IOException e) {
      // It has just ended.
    }
    return 0;
  }
}
