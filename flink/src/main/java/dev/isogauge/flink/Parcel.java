package dev.isogauge.flink;

import java.util.Map;

/**
 * What concerns the keys and sessions of one judge, of some transactions.
 *
 * @param judge the number of the judge, from 0
 * @param judges how many there are
 * @param reached the latest commit of each of the sessions, by its token
 * @param bytes for {@link dev.isogauge.online.kernel.ShardKernel}
 */
record Parcel(int judge, int judges, Map<String, Long> reached, byte[] bytes) {}
