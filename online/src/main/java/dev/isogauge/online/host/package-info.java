/**
 * {@link dev.isogauge.online.host.OnlineChecker}, and what its callers need: the threads, the clock
 * and the files around the kernel. A {@code Shard} is a thread with its part of the keys and
 * sessions. What does not fit into memory lies in RocksDB ({@code StateStore}), and so do records
 * that must survive ({@link dev.isogauge.online.host.RecordStore}).
 */
package dev.isogauge.online.host;
