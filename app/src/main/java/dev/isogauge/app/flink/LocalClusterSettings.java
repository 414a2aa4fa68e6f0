package dev.isogauge.app.flink;

/**
 * How large a cluster is.
 *
 * @param taskManagers processes that judge
 * @param slotsEach parallel judges of each
 * @param taskManagerMegabytes memory of each, half of it heap, half for sorting or RocksDB
 * @param jobManagerMegabytes heap of the process that coordinates
 * @param usesRocksDb whether state is on disk
 * @param checkpointMillis how often a checkpoint begins
 */
record LocalClusterSettings(
    int taskManagers,
    int slotsEach,
    long taskManagerMegabytes,
    long jobManagerMegabytes,
    boolean usesRocksDb,
    long checkpointMillis) {}
