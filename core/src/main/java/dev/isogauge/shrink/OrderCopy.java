package dev.isogauge.shrink;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.history.VersionOrder.Version;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Recorded version orders without the versions whose writes are left out. A version that nobody
 * wrote stays: it was recorded like that.
 */
final class OrderCopy {
  private record Written(long key, Version version) {}

  private final List<VersionOrder> orders;

  /** Who wrote each version, by its value alone and by value and writer. */
  private final Map<Written, IntList> writes = new HashMap<>();

  OrderCopy(History whole) {
    this.orders = whole.versionOrders();
    if (orders.isEmpty()) {
      return;
    }
    for (int i = 0; i < whole.operationCount(); i++) {
      if (whole.isWrite(i)) {
        long writer = whole.nameAtom(whole.transactionOf(i));
        add(whole, i, Atoms.NO_NAME);
        if (writer != Atoms.NO_NAME) {
          add(whole, i, writer);
        }
      }
    }
  }

  private void add(History whole, int write, long writer) {
    writes
        .computeIfAbsent(
            new Written(
                whole.keyAtom(whole.keyOf(write)), new Version(whole.valueOf(write), writer)),
            unused -> new IntArrayList())
        .add(write);
  }

  /** The orders of the versions that are left where these operations are. */
  List<VersionOrder> of(BitSet operations) {
    List<VersionOrder> left = new ArrayList<>();
    for (VersionOrder order : orders) {
      left.add(
          new VersionOrder(
              order.key(),
              order.versions().stream()
                  // What is not clear in the whole would seem so where only one writer is left.
                  .filter(Version::isClear)
                  .filter(version -> isLeft(new Written(order.key(), version), operations))
                  .toList()));
    }
    return left;
  }

  private boolean isLeft(Written version, BitSet operations) {
    IntList writers = writes.get(version);
    return writers == null || writers.intStream().anyMatch(operations::get);
  }
}
