package dev.isogauge.check.blackbox;

import dev.isogauge.history.History;
import dev.isogauge.history.VersionOrder;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;

/** Finds the transactions whose writes the recorded orders of versions list. */
final class RecordedOrders {
  private RecordedOrders() {}

  /**
   * By key: the writers of the versions that an order lists, where these are known to be written.
   */
  static int[][] writers(Polygraph graph, List<VersionOrder> orders) {
    History history = graph.history;
    if (orders.isEmpty()) {
      return new int[0][];
    }
    int[][] writers = new int[history.keyCount()][0];
    for (VersionOrder order : orders) {
      int key = history.keyNamed(order.key());
      if (key != History.NONE) {
        writers[key] = writers(graph, key, order);
      }
    }
    return writers;
  }

  private static int[] writers(Polygraph graph, int key, VersionOrder order) {
    History history = graph.history;
    IntArrayList writers = new IntArrayList();
    for (VersionOrder.Version version : order.versions()) {
      int write =
          version.isClear()
              ? history.version(key, version.value(), version.writer(), false)
              : History.SEVERAL;
      if (write >= 0) {
        int writer = history.transactionOf(write);
        int index = graph.versionOf(writer, key);
        if (index >= 0 && graph.write(index) == write) {
          writers.add(writer);
        }
      }
    }
    return writers.toIntArray();
  }
}
