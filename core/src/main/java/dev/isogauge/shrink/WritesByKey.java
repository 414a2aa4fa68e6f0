package dev.isogauge.shrink;

import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** All writes of a history, by key, in the order of operations. */
final class WritesByKey {
  private final History history;

  /** By key; empty until it is first needed. */
  private List<IntArrayList> writes = List.of();

  WritesByKey(History history) {
    this.history = history;
  }

  /** The writes of a key. */
  IntArrayList of(int key) {
    if (writes.isEmpty()) {
      writes = index();
    }
    return writes.get(key);
  }

  private List<IntArrayList> index() {
    List<IntArrayList> index =
        IntStream.range(0, history.keyCount()).mapToObj(key -> new IntArrayList()).toList();
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isWrite(i)) {
        index.get(history.keyOf(i)).add(i);
      }
    }
    return index;
  }
}
