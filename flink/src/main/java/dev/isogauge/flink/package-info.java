/**
 * Checking on a Flink cluster: a job that reads transactions from files or Kafka, takes them apart,
 * and judges each key and each session by {@link dev.isogauge.online.kernel} over Flink's keyed
 * state.
 *
 * <pre>
 *   source -> TransactionParser -> by judge (key or session) -> KernelOperator
 *                    |                                                 |
 *                    +-------------------------------------------------+-> keyBy(digest)
 *                                                       -> FindingLedger -> findings, report
 * </pre>
 *
 * <p>Start with {@link dev.isogauge.flink.IsogaugeJob}.
 */
package dev.isogauge.flink;
