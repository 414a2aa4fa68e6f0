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
    long checkpointMillis) {
  /** What a judge has at least: as much as the job gives it by itself. */
  private static final long LEAST_JUDGE_MEGABYTES = 64;

  /** The working state of each judge: a quarter of the heap for those of a process. */
  long judgeMegabytes() {
    return Math.max(LEAST_JUDGE_MEGABYTES, taskManagerMegabytes / 8 / slotsEach);
  }
}
