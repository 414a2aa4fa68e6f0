/**
 * Checking transactions by their timestamps while they arrive, as a plain state machine: no
 * threads, no clocks, no files. A host brings these.
 *
 * <p>The way of a transaction: {@link dev.isogauge.online.kernel.Kernel} takes it apart ({@code
 * Arrivals}) and hands the parts to {@link dev.isogauge.online.kernel.ShardKernel}s, each with its
 * own keys and sessions. A {@code KeyTimeline} holds the versions and reads of a key, a {@code
 * SessionTimeline} the transactions of a session; both judge what arrives by the rules of {@link
 * dev.isogauge.timestamp}. {@code ProvisionalVerdicts} keeps what may still change. Timelines are
 * cut into segments, and old ones lie in {@link dev.isogauge.online.kernel.Blocks}. What must be
 * known of a timeline beside its segments is in its header, which lies there too.
 *
 * <p>Kernel and shards save and restore what is not in blocks, so that a host can go on from a
 * moment. Facts of transactions and arrivals are shared by shards and safe for several threads; a
 * shard is for one at a time.
 *
 * <p>Reference: Aion, algorithm 3 in Li et al., Online Timestamp-based Transactional Isolation
 * Checking of Database Systems.
 */
package dev.isogauge.online.kernel;
