package dev.isogauge.online.host;

import java.util.List;

/**
 * What online checking has done so far.
 *
 * @param submitted transactions taken
 * @param judged transactions that all shards have dealt with
 * @param pending provisional violations that are waiting to become final
 * @param flipFlops changes between satisfied and violated of provisional verdicts
 * @param flipFlopsPerRead how many reads changed 1, 2, 3 and more than 3 times
 * @param rectifiedWithin how many wrong provisional verdicts were put right within 1 ms, 10 ms, 100
 *     ms, 1 s, and later
 * @param late transactions that arrived after verdicts that they touch had become final
 * @param unjudged parts of transactions that could not be judged
 * @param memoryBytes what state in memory takes
 * @param spilledBytes what was written to disk
 * @param diskBytes what state on disk takes
 * @param reloads how often state was read back from disk
 * @param waitedMillis how long producers had to wait for memory
 */
public record OnlineStatistics(
    long submitted,
    long judged,
    long pending,
    long flipFlops,
    List<Long> flipFlopsPerRead,
    List<Long> rectifiedWithin,
    long late,
    long unjudged,
    long memoryBytes,
    long spilledBytes,
    long diskBytes,
    long reloads,
    long waitedMillis) {}
