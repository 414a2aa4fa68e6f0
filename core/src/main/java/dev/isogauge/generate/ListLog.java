package dev.isogauge.generate;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import it.unimi.dsi.fastutil.longs.LongLists;

/**
 * The committed elements of every list. Since lists only grow, a version of a list is its length:
 * stores keep lengths as they keep any other value.
 */
final class ListLog {
  private final LongArrayList[] elements;

  ListLog(int keys) {
    elements = new LongArrayList[keys];
  }

  void append(int key, long value) {
    if (elements[key] == null) {
      elements[key] = new LongArrayList();
    }
    elements[key].add(value);
  }

  /** The list as it is now, later versions of which begin with it. */
  LongList of(int key) {
    return elements[key] == null ? LongLists.EMPTY_LIST : elements[key];
  }
}
