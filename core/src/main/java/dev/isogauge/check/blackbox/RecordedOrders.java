package dev.isogauge.check.blackbox;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.VersionOrder;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.List;

/** Finds the transactions whose writes the recorded orders of versions list. */
final class RecordedOrders {
  private RecordedOrders() {}

  /** By key: who wrote the versions that an order lists and that are known to be written. */
  static int[][] writers(Polygraph graph, List<VersionOrder> orders) {
    History history = graph.history;
    if (orders.isEmpty()) {
      return new int[0][];
    }
    Long2IntOpenHashMap keys = new Long2IntOpenHashMap();
    keys.defaultReturnValue(-1);
    int[][] writers = new int[history.keyCount()][0];
    for (int key = 0; key < history.keyCount(); key++) {
      keys.put(history.keyAtom(key), key);
    }
    for (VersionOrder order : orders) {
      int key = keys.get(order.key());
      if (key >= 0) {
        writers[key] = writers(graph, key, order);
      }
    }
    return writers;
  }

  private static int[] writers(Polygraph graph, int key, VersionOrder order) {
    History history = graph.history;
    Long2IntOpenHashMap byValue = new Long2IntOpenHashMap();
    Long2IntOpenHashMap byName = new Long2IntOpenHashMap();
    byValue.defaultReturnValue(-1);
    byName.defaultReturnValue(-1);
    for (int version = graph.keyFirstVersion[key];
        version < graph.keyFirstVersion[key + 1];
        version++) {
      long value = history.valueOf(graph.versionOperation[version]);
      byValue.put(value, byValue.containsKey(value) ? -1 : version);
      long name = history.nameAtom(graph.versionWriter[version]);
      byName.put(name, byName.containsKey(name) ? -1 : version);
    }
    IntArrayList writers = new IntArrayList();
    for (VersionOrder.Version recorded : order.versions()) {
      int version =
          recorded.writer() == Atoms.NO_NAME
              ? byValue.get(recorded.value())
              : byName.get(recorded.writer());
      if (version >= 0
          && recorded.isClear()
          && history.valueOf(graph.versionOperation[version]) == recorded.value()) {
        writers.add(graph.versionWriter[version]);
      }
    }
    return writers.toIntArray();
  }
}
