package dev.isogauge.collect.recover;

import dev.isogauge.history.Snapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The committed versions of each item in the order of their commits in the log, and which of them a
 * snapshot holds.
 *
 * <p>The order is that of places in the log. Commit times of PostgreSQL have been seen to disagree
 * with it, and xids are given out long before the commit.
 */
final class VersionLog {
  /**
   * A version.
   *
   * @param mark what is in a snapshot if the version is
   * @param value empty for a deleted item
   * @param deleted whether the transaction deleted the item, even if it created the item again
   */
  record Version(long xid, long mark, OptionalLong value, boolean deleted) {}

  private static final Versions NO_VERSIONS = new Versions();

  private final Map<Long, Versions> items = new TreeMap<>();
  private final Map<Long, String> places = new HashMap<>();
  private final Map<Long, Long> marks = new HashMap<>();

  /** Adds a transaction, after those that committed before it. */
  void add(CommittedTransaction transaction) {
    places.put(transaction.xid(), transaction.place());
    marks.put(transaction.xid(), transaction.mark());
    transaction
        .changes()
        .forEach(
            (key, value) ->
                items
                    .computeIfAbsent(key, item -> new Versions())
                    .add(
                        new Version(
                            transaction.xid(),
                            transaction.mark(),
                            value,
                            transaction.deleted().contains(key))));
  }

  /** The items, in the order of their keys. */
  Set<Long> keys() {
    return Collections.unmodifiableSet(items.keySet());
  }

  /** How many transactions there are. */
  int transactionCount() {
    return places.size();
  }

  /** Where the transaction's commit stands in the log; nothing if it is not there. */
  Optional<String> place(long xid) {
    return Optional.ofNullable(places.get(xid));
  }

  /** What is in a snapshot if the transaction is; empty if it is not in the log. */
  OptionalLong mark(long xid) {
    Long mark = marks.get(xid);
    return mark == null ? OptionalLong.empty() : OptionalLong.of(mark);
  }

  private Versions item(long key) {
    return items.getOrDefault(key, NO_VERSIONS);
  }

  /** The versions of an item, oldest first. */
  List<Version> versions(long key) {
    return Collections.unmodifiableList(item(key).all);
  }

  /** The youngest version of the item in the snapshot; empty if it did not exist yet. */
  Optional<Version> seen(long key, Snapshot snapshot) {
    Versions item = item(key);
    int count = item.count(snapshot);
    return count == 0 ? Optional.empty() : Optional.of(item.all.get(count - 1));
  }

  /** Of the first transaction that deleted the item after what the snapshot holds of it. */
  Optional<Version> deleteAfter(long key, Snapshot snapshot) {
    Versions item = item(key);
    return item.all.stream().skip(item.count(snapshot)).filter(Version::deleted).findFirst();
  }

  /** The version that the transaction's own one followed; empty if it was the first. */
  Optional<Version> before(long key, long xid) {
    List<Version> versions = versions(key);
    for (int i = versions.size() - 1; i > 0; i--) {
      if (versions.get(i).xid() == xid) {
        return Optional.of(versions.get(i - 1));
      }
    }
    return Optional.empty();
  }

  private static final class Versions {
    final List<Version> all = new ArrayList<>();

    /** By place the lowest mark there or later; null after a change. Never decreasing. */
    private long[] lowest;

    void add(Version version) {
      all.add(version);
      lowest = null;
    }

    /**
     * How many versions there are up to the youngest that the snapshot holds. From the first place
     * on where all marks are too high it goes back: past as many as were under way at that time,
     * however long the history is.
     */
    int count(Snapshot snapshot) {
      int count = firstTooHigh(snapshot.end());
      while (count > 0 && !snapshot.contains(all.get(count - 1).mark())) {
        count--;
      }
      return count;
    }

    private int firstTooHigh(long end) {
      if (lowest == null) {
        lowest = new long[all.size()];
        long low = Long.MAX_VALUE;
        for (int i = lowest.length - 1; i >= 0; i--) {
          low = Math.min(low, all.get(i).mark());
          lowest[i] = low;
        }
      }
      int from = 0;
      int to = lowest.length;
      while (from < to) {
        int middle = (from + to) >>> 1;
        if (lowest[middle] < end) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
      return from;
    }
  }
}
