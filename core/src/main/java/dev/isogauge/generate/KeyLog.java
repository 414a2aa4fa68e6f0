package dev.isogauge.generate;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongMaps;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import it.unimi.dsi.fastutil.longs.LongLists;

/**
 * What was committed to each key, in order: the elements of a list, or the versions of a value.
 * Since lists only grow, a version of a list is its length: stores keep lengths as they keep any
 * other value.
 */
final class KeyLog {
  private final LongArrayList[] committed;

  KeyLog(int keys) {
    committed = new LongArrayList[keys];
  }

  void append(int key, long value) {
    if (committed[key] == null) {
      committed[key] = new LongArrayList();
    }
    committed[key].add(value);
  }

  /** Appends to each key the value that was written to it. */
  void append(Int2LongOpenHashMap written) {
    for (Int2LongMap.Entry write : Int2LongMaps.fastIterable(written)) {
      append(write.getIntKey(), write.getLongValue());
    }
  }

  /** What was committed until now, later versions of which begin with it. */
  LongList of(int key) {
    return committed[key] == null ? LongLists.EMPTY_LIST : committed[key];
  }
}
