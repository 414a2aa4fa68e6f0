package dev.isogauge.online.kernel;

/**
 * How to judge.
 *
 * @param snapshots snapshot isolation; serializability otherwise
 * @param clock what makes verdicts final
 * @param delayNanos by arrival: how long a verdict stays provisional
 * @param idleNanos by event time: a session that was silent for this long holds back nothing
 * @param initialValue the atom of the value that keys have before the first write
 * @param horizon how far back state is kept
 */
public record KernelSettings(
    boolean snapshots,
    FinalityClock clock,
    long delayNanos,
    long idleNanos,
    long initialValue,
    Horizon horizon) {}
