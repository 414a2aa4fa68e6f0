package dev.isogauge.collect.recover;

import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A transaction as the database's log shows it.
 *
 * @param xid its number, with the epoch; or its start timestamp
 * @param mark what is in a snapshot if the transaction is: the same number, or the commit timestamp
 * @param place where its commit stands in the log, as the database writes it; empty if nowhere
 * @param changes the last value of each item that it wrote; none where it deleted the item
 * @param deleted the items that it deleted, also those that it created again
 */
record CommittedTransaction(
    long xid, long mark, String place, Map<Long, OptionalLong> changes, Set<Long> deleted) {

  /** A transaction of PostgreSQL, whose commit stands at this place of its log. */
  static CommittedTransaction at(
      long xid, long lsn, Map<Long, OptionalLong> changes, Set<Long> deleted) {
    String place = String.format("%X/%X", lsn >>> 32, lsn & 0xFFFF_FFFFL);
    return new CommittedTransaction(xid, xid, place, changes, deleted);
  }

  /** A transaction with timestamps, of which only the last version of each item is known. */
  static CommittedTransaction byTimestamps(
      long start, long commit, Map<Long, OptionalLong> changes) {
    Set<Long> deleted = new HashSet<>();
    changes.forEach(
        (key, value) -> {
          if (value.isEmpty()) {
            deleted.add(key);
          }
        });
    return new CommittedTransaction(start, commit, "", changes, deleted);
  }
}
