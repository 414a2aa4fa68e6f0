package dev.isogauge.report;

import dev.isogauge.anomaly.Place;
import dev.isogauge.history.History;
import dev.isogauge.history.VersionOrder;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.function.IntConsumer;

/**
 * Which reads saw which version, and which versions are known to come one directly after another:
 * in a recorded order of versions, in a list that was read, or since a transaction read the one and
 * wrote the other. A version is a write, or {@code History.INITIAL} together with its key.
 *
 * <p>Made in O(operations) once for a file whose anomalies are shown with their surroundings.
 */
final class VersionIndex {
  private static final int[] NOTHING = {};

  private final History history;

  /** Reads by the version that they saw: those of slot s are at first[s] to first[s + 1]. */
  private final int[] first;

  private final int[] reads;

  /** By key: how many versions transactions that count gave it. */
  private final int[] versions;

  /** By key with lists: the longest list that was read. */
  private final Int2IntOpenHashMap longestList = new Int2IntOpenHashMap();

  /** By key with a recorded order, and by key with lists once it is asked for: writes in order. */
  private final Int2ObjectOpenHashMap<int[]> orders = new Int2ObjectOpenHashMap<>();

  /** By write of these: its place. */
  private final Int2IntOpenHashMap places = new Int2IntOpenHashMap();

  VersionIndex(History history) {
    this.history = history;
    int[] slots = slots();
    this.first = new int[history.operationCount() + history.keyCount() + 1];
    for (int slot : slots) {
      if (slot >= 0) {
        first[slot + 1]++;
      }
    }
    for (int s = 1; s < first.length; s++) {
      first[s] += first[s - 1];
    }
    this.reads = new int[first[first.length - 1]];
    int[] next = first.clone();
    this.versions = new int[history.keyCount()];
    longestList.defaultReturnValue(History.NONE);
    places.defaultReturnValue(History.NONE);
    for (int i = 0; i < slots.length; i++) {
      if (slots[i] >= 0) {
        reads[next[slots[i]]++] = i;
      }
      if (history.isWrite(i)) {
        boolean isVersion = history.isFinalWrite(i) && history.counts(history.transactionOf(i));
        versions[history.keyOf(i)] += isVersion ? 1 : 0;
      } else if (history.isListRead(i)) {
        int longest = longestList.get(history.keyOf(i));
        if (longest == History.NONE || history.listSize(i) > history.listSize(longest)) {
          longestList.put(history.keyOf(i), i);
        }
      }
    }
    for (VersionOrder order : history.versionOrders()) {
      int key = history.keyNamed(order.key());
      if (key != History.NONE) {
        keep(key, writes(key, order));
      }
    }
  }

  /** By read, the slot of the version that it saw; {@code NONE} if there is none. */
  private int[] slots() {
    int[] slots = new int[history.operationCount()];
    for (int i = 0; i < slots.length; i++) {
      int version =
          history.isWrite(i) || history.isUnknownRead(i)
              ? History.UNKNOWN
              : history.isListRead(i) ? ofList(i) : history.readFrom(i);
      slots[i] = version >= History.INITIAL ? slot(version, history.keyOf(i)) : History.NONE;
    }
    return slots;
  }

  private int ofList(int read) {
    return Place.seenBy(history, read).map(Place::version).orElse(History.UNKNOWN);
  }

  private int slot(int version, int key) {
    return version == History.INITIAL ? history.operationCount() + key : version;
  }

  private void keep(int key, int[] order) {
    orders.put(key, order);
    for (int i = 0; i < order.length; i++) {
      places.put(order[i], i);
    }
  }

  private int[] writes(int key, VersionOrder order) {
    IntArrayList writes = new IntArrayList();
    for (VersionOrder.Version version : order.versions()) {
      int write =
          version.isClear()
              ? history.version(key, version.value(), version.writer(), false)
              : History.THIN_AIR;
      if (write >= 0) {
        writes.add(write);
      }
    }
    return writes.toIntArray();
  }

  /** How many reads saw a version. */
  int readCount(int version, int key) {
    int slot = slot(version, key);
    return first[slot + 1] - first[slot];
  }

  /** A read that saw a version. */
  int read(int version, int key, int index) {
    return reads[first[slot(version, key)] + index];
  }

  /** How many versions a key has, the initial one included. */
  int versionCount(int key) {
    return versions[key] + 1;
  }

  /** The version directly before a write, as far as it is known; {@code History.UNKNOWN} if not. */
  int before(int write) {
    int key = history.keyOf(write);
    int place = placeInOrder(write);
    if (place != History.NONE) {
      return place == 0 ? History.INITIAL : order(key)[place - 1];
    }
    for (int i = history.firstOperation(history.transactionOf(write)); i < write; i++) {
      if (history.keyOf(i) == key && isPlainRead(i) && history.readFrom(i) >= History.INITIAL) {
        int version = history.readFrom(i);
        boolean isOwn =
            version >= 0 && history.transactionOf(version) == history.transactionOf(write);
        return isOwn ? History.UNKNOWN : version;
      }
    }
    return History.UNKNOWN;
  }

  private boolean isPlainRead(int operation) {
    return !history.isWrite(operation)
        && !history.isListRead(operation)
        && !history.isUnknownRead(operation);
  }

  /** Visits the versions directly after one, as far as they are known, at most a few. */
  void after(int version, int key, int most, IntConsumer found) {
    int[] order = order(key);
    int next = version == History.INITIAL ? 0 : placeInOrder(version) + 1;
    if (order.length > 0 && (next > 0 || version == History.INITIAL)) {
      if (next < order.length) {
        found.accept(order[next]);
      }
      return;
    }
    int left = most;
    for (int r = 0; r < readCount(version, key) && left > 0; r++) {
      int read = read(version, key, r);
      for (int i = read + 1;
          !history.isListRead(read) && i < history.endOperation(history.transactionOf(read));
          i++) {
        if (history.keyOf(i) == key && history.isWrite(i) && history.isFinalWrite(i)) {
          found.accept(i);
          left--;
          break;
        }
      }
    }
  }

  /**
   * The place of a write in the recorded order of its key, or in the longest list, from 0; {@code
   * History.NONE} if it has none.
   */
  int placeInOrder(int write) {
    order(history.keyOf(write));
    return places.get(write);
  }

  /** The writes of a key in their recorded order, or that of the longest list. */
  private int[] order(int key) {
    int[] order = orders.get(key);
    if (order == null && longestList.get(key) != History.NONE) {
      int list = longestList.get(key);
      IntArrayList writes = new IntArrayList();
      for (int e = 0; e < history.listSize(list); e++) {
        int write = history.writeOf(key, history.listElement(list, e));
        if (write >= 0) {
          writes.add(write);
        }
      }
      order = writes.toIntArray();
      keep(key, order);
    }
    return order == null ? NOTHING : order;
  }
}
