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
    for (int slot = graph.keyFirstSlot[key]; slot < graph.keyFirstSlot[key + 1]; slot++) {
      long value = history.valueOf(graph.slotOperation[slot]);
      byValue.put(value, byValue.containsKey(value) ? -1 : slot);
      long name = history.nameAtom(graph.slotWriter[slot]);
      byName.put(name, byName.containsKey(name) ? -1 : slot);
    }
    IntArrayList writers = new IntArrayList();
    for (VersionOrder.Version version : order.versions()) {
      int slot =
          version.writer() == Atoms.NO_NAME
              ? byValue.get(version.value())
              : byName.get(version.writer());
      if (slot >= 0
          && version.isClear()
          && history.valueOf(graph.slotOperation[slot]) == version.value()) {
        writers.add(graph.slotWriter[slot]);
      }
    }
    return writers.toIntArray();
  }
}
