/**
 * Checking transactions while they arrive: {@link dev.isogauge.online.OnlineChecker} and what its
 * callers need. All else is internal.
 *
 * <p>The way of a transaction: {@code Arrivals} takes it apart and hands the parts to {@code
 * Shard}s, each a thread with its own keys and sessions. A {@code KeyTimeline} holds the versions
 * and reads of a key, a {@code SessionTimeline} the transactions of a session; both judge what
 * arrives by the rules of {@link dev.isogauge.timestamp}. {@code ProvisionalVerdicts} keeps what
 * may still change. Timelines are cut into segments, and old ones lie in the {@code SegmentStore}.
 *
 * <p>Timelines, segments and the rules they use are plain state machines: they start no threads,
 * read no clock and open no files. {@code OnlineChecker} and {@code Shard} bring the threads,
 * {@code Finality} the clock, {@code SegmentStore} and {@code BlockLog} the files.
 *
 * <p>Reference: Aion, algorithm 3 in Li et al., Online Timestamp-based Transactional Isolation
 * Checking of Database Systems.
 */
package dev.isogauge.online;
