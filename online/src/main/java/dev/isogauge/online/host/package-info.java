/**
 * {@link dev.isogauge.online.host.OnlineChecker}, and what its callers need: the threads, the clock
 * and the files around the kernel. A {@code Shard} is a thread with its part of the keys and
 * sessions. What does not fit into memory lies in a {@code BlockStore}: blocks in append-only files
 * that are compacted ({@code BlockLog}), found through a log-structured index ({@code BlockIndex}).
 */
package dev.isogauge.online.host;
