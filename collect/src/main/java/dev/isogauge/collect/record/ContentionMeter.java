package dev.isogauge.collect.record;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts the transactions that had a concurrent, conflicting partner: one that overlapped in time,
 * used the same key, and of the two at least one wrote it. Without such partners nothing can go
 * wrong, and a verdict says nothing.
 *
 * <p>A transaction that ends is compared with those under way, and with the last users of its keys
 * that ended after it began. Keys share a bounded number of slots: memory is constant, and where
 * very many transactions use one key within a moment some partners may be missed, never invented.
 */
public final class ContentionMeter {
  private static final int SLOT_BITS = 12;
  private static final int LAST_USERS = 64;
  private static final long SECOND = 1_000_000_000;

  /** Stands for all items, which a search by condition reads. */
  private static final long ALL_ITEMS = Long.MIN_VALUE;

  private final List<Footprint> underWay = new ArrayList<>();
  private final Slot[] slots = new Slot[1 << SLOT_BITS];
  private final LongArrayList transactions = new LongArrayList();
  private final LongArrayList contended = new LongArrayList();
  private boolean hasSearches;

  /** Counts begins and ends, so that their order is known exactly. */
  private long moment;

  /** When the first transaction began, from which seconds count. */
  private long start;

  /** What a transaction uses. All fields are guarded by the meter. */
  final class Footprint {
    private static final int OPEN = -1;

    private final long begin = ++moment;
    private long end;
    private int second = OPEN;
    private boolean met;
    private long[] keys = new long[4];
    private boolean[] writes = new boolean[4];
    private int length;

    private Footprint() {}

    /** Notes an operation, when it begins or later, whether it works or not. */
    void add(Operation<Long> operation) {
      if (operation instanceof Operation.Read<Long> read) {
        add(read.key(), false);
      } else if (operation instanceof Operation.ListRead<Long> read) {
        add(read.key(), false);
      } else if (operation instanceof Operation.FailedRead<Long> read) {
        add(read.key(), false);
      } else if (operation instanceof Operation.Write<Long> write) {
        add(write.key(), true);
      } else if (operation instanceof Operation.Append<Long> append) {
        add(append.key(), true);
      } else {
        add(ALL_ITEMS, false);
      }
    }

    private void add(long key, boolean isWrite) {
      synchronized (ContentionMeter.this) {
        if (length > 0 && keys[length - 1] == key && writes[length - 1] == isWrite) {
          return;
        }
        if (length == keys.length) {
          keys = Arrays.copyOf(keys, 2 * length);
          writes = Arrays.copyOf(writes, 2 * length);
        }
        keys[length] = key;
        writes[length++] = isWrite;
        hasSearches |= key == ALL_ITEMS;
        if (hasSearches && isWrite && key != ALL_ITEMS) {
          add(ALL_ITEMS, true);
        }
      }
    }

    /** The transaction has ended; it counts if it did anything. */
    void ended() {
      synchronized (ContentionMeter.this) {
        underWay.remove(this);
        if (length > 0) {
          count(this);
        }
      }
    }
  }

  /** The last users of the keys of a slot, in the order in which they ended, as a ring. */
  private static final class Slot {
    private final long[] keys = new long[LAST_USERS];
    private final boolean[] writes = new boolean[LAST_USERS];
    private final Footprint[] users = new Footprint[LAST_USERS];
    private int next;

    void add(long key, boolean isWrite, Footprint user) {
      keys[next] = key;
      writes[next] = isWrite;
      users[next] = user;
      next = (next + 1) % LAST_USERS;
    }
  }

  private void count(Footprint ended) {
    ended.end = ++moment;
    ended.second = (int) ((System.nanoTime() - start) / SECOND);
    while (transactions.size() <= ended.second) {
      transactions.add(0);
      contended.add(0);
    }
    transactions.set(ended.second, transactions.getLong(ended.second) + 1);
    if (ended.met) {
      contended.set(ended.second, contended.getLong(ended.second) + 1);
    }
    for (int i = 0; i < ended.length; i++) {
      meetOthersUnderWay(ended, ended.keys[i], ended.writes[i]);
      meetLastUsers(ended, ended.keys[i], ended.writes[i]);
    }
  }

  private void meetOthersUnderWay(Footprint ended, long key, boolean isWrite) {
    for (Footprint other : underWay) {
      for (int i = 0; i < other.length && !(other.met && ended.met); i++) {
        if (other.keys[i] == key && (isWrite || other.writes[i])) {
          mark(other);
          mark(ended);
        }
      }
    }
  }

  private void meetLastUsers(Footprint ended, long key, boolean isWrite) {
    int number = (int) ((key * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - SLOT_BITS));
    if (slots[number] == null) {
      slots[number] = new Slot();
    }
    Slot slot = slots[number];
    for (int back = 1; back <= LAST_USERS; back++) {
      int at = Math.floorMod(slot.next - back, LAST_USERS);
      Footprint other = slot.users[at];
      if (other == null || other.end < ended.begin) {
        break; // Those before it ended earlier still.
      }
      if (other != ended && slot.keys[at] == key && (isWrite || slot.writes[at])) {
        mark(other);
        mark(ended);
      }
    }
    slot.add(key, isWrite, ended);
  }

  private void mark(Footprint transaction) {
    if (!transaction.met) {
      transaction.met = true;
      if (transaction.second != Footprint.OPEN) {
        contended.set(transaction.second, contended.getLong(transaction.second) + 1);
      }
    }
  }

  /** What a transaction that begins now will use. */
  synchronized Footprint begin() {
    if (moment == 0) {
      start = System.nanoTime();
    }
    Footprint footprint = new Footprint();
    underWay.add(footprint);
    return footprint;
  }

  /** What was counted so far. */
  public synchronized Contention contention() {
    return new Contention(transactions.toLongArray(), contended.toLongArray());
  }
}
