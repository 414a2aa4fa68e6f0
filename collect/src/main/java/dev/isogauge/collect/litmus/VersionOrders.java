package dev.isogauge.collect.litmus;

import dev.isogauge.collect.record.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The order of an item's versions, from what a run has shown:
 *
 * <ol>
 *   <li>The version of the setup, or that before any write, is the oldest.
 *   <li>The others are in the order of their commits: a database that makes writers of one item
 *       wait or fail puts them so.
 *   <li>The value that the item has at the end is its youngest version. Where two transactions
 *       wrote it, this alone decides which of them came first. Where more did and the last to
 *       commit did not write that value, the order is not known.
 * </ol>
 */
final class VersionOrders {
  private VersionOrders() {}

  /** By item: its versions, oldest first. Items whose order is not known are left out. */
  static Map<String, List<Version>> of(ScheduleRun run) {
    Map<String, List<Version>> orders = new LinkedHashMap<>();
    Map<String, OptionalLong> atTheEnd = new HashMap<>();
    for (Operation<String> operation : run.last().operations()) {
      if (operation instanceof Operation.Read<String> read) {
        atTheEnd.put(read.key(), read.value());
      }
    }
    for (String key : run.schedule().keys()) {
      order(run, key, atTheEnd.get(key)).ifPresent(order -> orders.put(key, order));
    }
    return orders;
  }

  private static Optional<List<Version>> order(ScheduleRun run, String key, OptionalLong atTheEnd) {
    // Step 1.
    List<Version> order = new ArrayList<>();
    order.add(
        run.setup().finalWrites().containsKey(key)
            ? new Version(run.setup().name(), run.setup().finalWrites().get(key))
            : Version.UNBORN);
    // Step 2.
    run.transactions().stream()
        .filter(each -> each.isCommitted() && each.finalWrites().containsKey(key))
        .sorted(Comparator.comparingLong(ScheduledTransaction::end))
        .forEach(each -> order.add(new Version(each.name(), each.finalWrites().get(key))));
    // Step 3.
    int last = order.size() - 1;
    int found = last;
    while (found > 0 && !order.get(found).value().equals(atTheEnd)) {
      found--;
    }
    if (found == 0 || found == last) {
      return Optional.of(order);
    }
    if (order.size() > 3) {
      return Optional.empty();
    }
    order.add(order.remove(found));
    return Optional.of(order);
  }
}
