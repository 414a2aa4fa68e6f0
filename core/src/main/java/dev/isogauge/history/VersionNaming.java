package dev.isogauge.history;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the versions that orders mean where they name them by value alone.
 *
 * <ol>
 *   <li>Count the transactions that left a value in its key and did not abort.
 *   <li>A value that several of them wrote is not clear.
 *   <li>A value at the beginning of an order that the key also starts with is the initial version
 *       if the order has all writes of that value further on; if not, it is not clear.
 * </ol>
 *
 * <p>O(versions).
 */
final class VersionNaming {
  private static final int MOST_REMARKS = 5;

  private final HistoryColumns columns;
  private final Atoms atoms;

  private final WriteIndex writes;
  private final AtomIndex keys;
  private final List<String> remarks = new ArrayList<>();
  private int unclear;

  VersionNaming(HistoryColumns columns, AtomIndex keys, Atoms atoms, WriteIndex writes) {
    this.columns = columns;
    this.atoms = atoms;
    this.keys = keys;
    this.writes = writes;
  }

  /** The order with what is not clear marked. */
  VersionOrder settle(LocatedOrder located) {
    VersionOrder order = located.order();
    int key = keys.find(order.key());
    LongOpenHashSet remarked = new LongOpenHashSet();
    List<VersionOrder.Version> settled = new ArrayList<>(order.versions());
    for (int i = 0; i < settled.size(); i++) {
      VersionOrder.Version version = settled.get(i);
      if (version.writer() != Atoms.NO_NAME) {
        continue;
      }
      // Step 1.
      int count = key == History.NONE ? 0 : writes.possibleCount(key, version.value());
      if (i == 0 && count > 0 && columns.initialValues[key] == version.value()) {
        // Step 3.
        boolean hasAllWrites = occurrences(order, version.value()) > count;
        settled.set(
            i,
            new VersionOrder.Version(
                version.value(),
                hasAllWrites ? Atoms.INITIAL_WRITER : Atoms.NO_NAME,
                hasAllWrites));
      } else if (count > 1) {
        // Step 2.
        settled.set(i, new VersionOrder.Version(version.value(), Atoms.NO_NAME, false));
      }
      if (!settled.get(i).isClear() && remarked.add(version.value())) {
        remark(located, version.value(), count);
      }
    }
    return new VersionOrder(order.key(), settled);
  }

  private static long occurrences(VersionOrder order, long value) {
    return order.versions().stream().filter(version -> version.value() == value).count();
  }

  private void remark(LocatedOrder located, long value, int count) {
    if (++unclear > MOST_REMARKS) {
      return;
    }
    String name = atoms.token(value);
    remarks.add(
        String.format(
            "%sthe version order of %s lists %s, %s, and does not say which is meant: this version"
                + " was left out; name its transaction, as in %s@T7 or [%s,\"T7\"]",
            located.origin().isEmpty() ? "" : located.origin() + ": ",
            atoms.token(located.order().key()),
            name,
            count > 1
                ? "which " + count + " transactions wrote"
                : "the initial value, which a transaction wrote too",
            name,
            name));
  }

  /** What was left out. */
  List<String> remarks() {
    List<String> all = new ArrayList<>(remarks);
    if (unclear > MOST_REMARKS) {
      all.add(
          (unclear - MOST_REMARKS)
              + " more versions in version orders were left out, likewise, since their values do"
              + " not say which is meant");
    }
    return all;
  }

  /**
   * An order and where it was found.
   *
   * @param origin file and line; empty if unknown
   */
  record LocatedOrder(VersionOrder order, String origin) {
    /** Orders of one key, each continued by the next. */
    static LocatedOrder joined(List<LocatedOrder> parts) {
      LocatedOrder first = parts.get(0);
      List<VersionOrder.Version> all =
          parts.stream().flatMap(each -> each.order().versions().stream()).toList();
      return new LocatedOrder(new VersionOrder(first.order().key(), all), first.origin());
    }
  }
}
