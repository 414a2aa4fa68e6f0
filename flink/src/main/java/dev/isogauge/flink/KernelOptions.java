package dev.isogauge.flink;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.InitialValue;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.online.kernel.Horizon;
import dev.isogauge.online.kernel.KernelSettings;
import java.io.Serializable;

/**
 * How to judge, for every process.
 *
 * @param snapshots snapshot isolation; serializability otherwise
 * @param clock what makes verdicts final
 * @param delayMillis by arrival: how long a verdict stays provisional
 * @param initialValue what keys have before the first write: nil, an integer, or else a string
 * @param horizonMillis how long state is kept; for ever if it is {@link Long#MAX_VALUE}
 * @param cacheBytes how much state an operator keeps in memory beside Flink's
 */
record KernelOptions(
    boolean snapshots,
    FinalityClock clock,
    long delayMillis,
    String initialValue,
    long horizonMillis,
    long cacheBytes)
    implements Serializable {
  private static final long serialVersionUID = 1;

  KernelSettings settings(Atoms atoms) {
    return new KernelSettings(
        snapshots,
        clock,
        nanos(delayMillis),
        0,
        InitialValue.atom(initialValue, atoms),
        hasHorizon() ? new Horizon(Long.MAX_VALUE, nanos(horizonMillis)) : Horizon.NONE);
  }

  boolean hasHorizon() {
    return horizonMillis < Long.MAX_VALUE;
  }

  private static long nanos(long millis) {
    return Math.min(millis, Long.MAX_VALUE / 1_000_000) * 1_000_000;
  }
}
