package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.COMMIT;
import static dev.isogauge.online.kernel.TransactionTable.COMMIT_LOGICAL;
import static dev.isogauge.online.kernel.TransactionTable.SEQUENCE;
import static dev.isogauge.online.kernel.TransactionTable.START;

import java.util.Optional;

/**
 * Finds the versions of a key that overlap a new one in time. Two versions conflict when the later
 * one in AR starts before the earlier one commits.
 *
 * <ol>
 *   <li>Earlier ones: walk back while they commit after this one's start; all of them conflict.
 *   <li>The next one, N: compare.
 *   <li>Any M behind N that starts before this one's commit starts before N's commit too: it is
 *       known to conflict as the later one of a pair, and such versions are listed on disk.
 * </ol>
 *
 * <p>Without conflicts this looks at both neighbours only.
 */
final class WriteConflicts {
  private final ShardContext context;
  private final TransactionOrder order;
  private final TransactionTable table;

  WriteConflicts(ShardContext context) {
    this.context = context;
    this.order = context.order;
    this.table = context.table;
  }

  /** Reports the conflicts of a version that was just put there. */
  void find(KeyTimeline timeline, KeySegment segment, int index) {
    int slot = segment.versions.slots[index];
    if (findEarlier(timeline, segment, index, slot)) {
      list(timeline, slot);
    }
    long next = findNext(timeline, segment, index, slot);
    findListed(timeline, slot, next);
  }

  private boolean findEarlier(KeyTimeline timeline, KeySegment begin, int index, int slot) {
    boolean found = false;
    KeySegment segment = begin;
    int i = index - 1;
    while (true) {
      for (; i >= 0; i--) {
        int earlier = segment.versions.slots[i];
        if (!order.isConcurrent(earlier, slot)) {
          return found;
        }
        if (order.canConflict(earlier)) {
          report(timeline, slot, earlier);
          found = true;
        }
      }
      if (segment.carriedSlot == TransactionTable.NO_SLOT
          || !order.isConcurrent(segment.carriedSlot, slot)) {
        return found;
      }
      segment = timeline.before(segment);
      if (segment == null) {
        context.belowHorizon(slot);
        return found;
      }
      i = segment.versions.count - 1;
    }
  }

  /** Compares with the next version; returns its sequence, or 0 if there is none. */
  private long findNext(KeyTimeline timeline, KeySegment begin, int index, int slot) {
    KeySegment segment = begin;
    int i = index + 1;
    while (segment != null) {
      for (; i < segment.versions.count; i++) {
        int later = segment.versions.slots[i];
        if (order.canConflict(later)) {
          if (order.isConcurrent(slot, later)) {
            report(timeline, later, slot);
            list(timeline, later);
          }
          return table.fact(later, SEQUENCE);
        }
      }
      segment = timeline.after(segment);
      i = 0;
    }
    return 0;
  }

  private void findListed(KeyTimeline timeline, int slot, long next) {
    if (next == 0 || timeline.longestConflict() == 0) {
      return;
    }
    long key = timeline.id;
    long commit = table.fact(slot, COMMIT);
    long last = commit + timeline.longestConflict();
    last = last < commit ? Long.MAX_VALUE : last;
    Optional<Blocks.Key> listed =
        context.conflictBlocks.higher(new Blocks.Key(key, commit, Long.MIN_VALUE, Long.MIN_VALUE));
    while (listed.isPresent() && listed.get().low() <= last) {
      Blocks.Key found = listed.get();
      if (found.tieBreak() != next && found.tieBreak() != table.fact(slot, SEQUENCE)) {
        compareListed(timeline, slot, context.conflictBlocks.block(found).orElseThrow());
      }
      listed = context.conflictBlocks.higher(found);
    }
  }

  private void compareListed(KeyTimeline timeline, int slot, byte[] block) {
    context.facts.read(context.reader(block));
    int later = context.facts.slot(0);
    context.facts.end();
    if (order.compare(later, slot) > 0 && order.isConcurrent(slot, later)) {
      report(timeline, later, slot);
    }
    table.release(later, 1);
  }

  /** Remembers a version that conflicts as the later one of a pair. */
  private void list(KeyTimeline timeline, int slot) {
    context.facts.begin();
    context.facts.add(slot);
    context.writer.clear();
    context.facts.write(context.writer);
    long duration = table.fact(slot, COMMIT) - table.fact(slot, START);
    // At least 1, so that 0 says that nothing is listed.
    timeline.conflicts(duration < 0 ? Long.MAX_VALUE : Math.max(1, duration));
    context.conflictBlocks.put(
        new Blocks.Key(
            timeline.id,
            table.fact(slot, COMMIT),
            table.fact(slot, COMMIT_LOGICAL),
            table.fact(slot, SEQUENCE)),
        context.writer.toBytes());
  }

  private void report(KeyTimeline timeline, int later, int earlier) {
    if (timeline.describesConflict()) {
      context.listener.found(context.findings.conflict(later, earlier, timeline.id));
    }
  }
}
