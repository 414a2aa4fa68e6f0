package dev.isogauge.collect.recover;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A transaction as the database's log shows it.
 *
 * @param xid its number, with the epoch
 * @param lsn where its commit stands in the log
 * @param changes the last value of each item that it wrote; none where it deleted the item
 * @param deleted the items that it deleted, also those that it created again
 */
record CommittedTransaction(
    long xid, long lsn, Map<Long, OptionalLong> changes, Set<Long> deleted) {

  /** The place as PostgreSQL writes it. */
  String place() {
    return String.format("%X/%X", lsn >>> 32, lsn & 0xFFFF_FFFFL);
  }
}
