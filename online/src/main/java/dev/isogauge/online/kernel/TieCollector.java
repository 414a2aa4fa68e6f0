package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.COMMIT;
import static dev.isogauge.online.kernel.TransactionTable.COMMIT_LOGICAL;
import static dev.isogauge.online.kernel.TransactionTable.SEQUENCE;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects what ties on the keys of a shard, until the host asks for it. Two transactions may tie
 * on several keys, and their shards do not know of one another; {@link TieReport} brings it
 * together.
 */
final class TieCollector {
  private record Place(long key, TieGroup.Commit commit) {}

  private final TransactionTable table;
  private final TransactionOrder order;
  private final Map<Place, TieGroup> groups = new LinkedHashMap<>();

  TieCollector(TransactionTable table, TransactionOrder order) {
    this.table = table;
    this.order = order;
  }

  /** The group of a transaction that ties on a key and is in the segment already. */
  TieGroup add(long key, KeySegment segment, int slot, long time, boolean writes) {
    TieGroup.Commit commit =
        new TieGroup.Commit(table.fact(slot, COMMIT), table.fact(slot, COMMIT_LOGICAL));
    Place place = new Place(key, commit);
    TieGroup group = groups.get(place);
    if (group == null) {
      group = new TieGroup(key, commit);
      groups.put(place, group);
      addOld(group, segment, slot, time);
    }
    group.addTied(table.fact(slot, SEQUENCE), writes);
    return group;
  }

  private void addOld(TieGroup group, KeySegment segment, int slot, long time) {
    LongOpenHashSet known = new LongOpenHashSet();
    known.add(table.fact(slot, SEQUENCE));
    addOld(group, segment.versions, slot, time, true, known);
    addOld(group, segment.readers, slot, time, false, known);
  }

  private void addOld(
      TieGroup group,
      TimedEntries entries,
      int slot,
      long time,
      boolean write,
      LongOpenHashSet known) {
    for (int i = entries.lowerBound(time); i < entries.count && entries.times[i] == time; i++) {
      int other = entries.slots[i];
      if (order.canTie(other)
          && order.compareCommits(slot, other) == 0
          && known.add(table.fact(other, SEQUENCE))) {
        group.addOld(table.fact(other, SEQUENCE), write);
      }
    }
  }

  /** Gives what was collected away. */
  List<TieGroup> take() {
    if (groups.isEmpty()) {
      return List.of();
    }
    List<TieGroup> taken = new ArrayList<>(groups.values());
    groups.clear();
    return taken;
  }
}
