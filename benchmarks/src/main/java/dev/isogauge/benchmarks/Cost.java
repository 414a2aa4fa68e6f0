package dev.isogauge.benchmarks;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What one run of a command cost.
 *
 * @param cpuSeconds user and system time of all its processes
 * @param peakBytes the largest resident set of one of its processes, where the system tells
 * @param exitCode empty if it was stopped because it took too long
 */
record Cost(double cpuSeconds, double wallSeconds, OptionalLong peakBytes, OptionalInt exitCode) {

  /** Whether it gave a verdict, by our exit codes: 0 satisfied, 1 violated. */
  boolean gaveVerdict() {
    return exitCode.isPresent() && exitCode.getAsInt() <= 1;
  }

  String outcome() {
    if (exitCode.isEmpty()) {
      return "too long";
    }
    return "exit " + exitCode.getAsInt();
  }
}
