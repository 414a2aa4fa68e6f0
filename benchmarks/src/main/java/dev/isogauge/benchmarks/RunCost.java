package dev.isogauge.benchmarks;

import dev.isogauge.collect.run.RunSummary;
import java.util.OptionalDouble;

/**
 * What a run on a database cost.
 *
 * @param cpu of this process, where the clients are, and of the server
 * @param recoverySeconds the time for recovering the order after the run, if that was done
 */
record RunCost(RunSummary summary, CpuTime cpu, OptionalDouble recoverySeconds) {

  double throughput() {
    return summary.throughput();
  }

  /** CPU time of the clients, a transaction. */
  double clientMicroseconds() {
    return perTransaction(cpu.ownSeconds());
  }

  /** CPU time of the server, a transaction. */
  double serverMicroseconds() {
    return perTransaction(cpu.othersSeconds());
  }

  /** The time for recovery, a transaction. */
  OptionalDouble recoveryMicroseconds() {
    return recoverySeconds.isPresent()
        ? OptionalDouble.of(perTransaction(recoverySeconds.getAsDouble()))
        : OptionalDouble.empty();
  }

  private double perTransaction(double seconds) {
    return 1e6 * seconds / summary.transactions();
  }
}
