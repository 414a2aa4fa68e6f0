package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.COMMIT;
import static dev.isogauge.online.kernel.TransactionTable.COMMIT_LOGICAL;
import static dev.isogauge.online.kernel.TransactionTable.SEQUENCE;
import static dev.isogauge.online.kernel.TransactionTable.START;

import dev.isogauge.anomaly.AnomalyKind;
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
 * <p>Without conflicts this examines both neighbours only.
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
    long counted = 0;
    KeySegment segment = begin;
    int i = index - 1;
    boolean isConcurrent = true;
    while (isConcurrent) {
      for (; i >= 0 && isConcurrent; i--) {
        int earlier = segment.versions.slots[i];
        isConcurrent = order.isConcurrent(earlier, slot);
        if (isConcurrent && order.canConflict(earlier)) {
          if (timeline.onlyCountsConflicts()) {
            counted++;
          } else {
            report(timeline, slot, earlier);
          }
          found = true;
        }
      }
      isConcurrent =
          isConcurrent
              && segment.carriedSlot != TransactionTable.NO_SLOT
              && order.isConcurrent(segment.carriedSlot, slot);
      if (isConcurrent) {
        segment = timeline.before(segment);
        if (segment == null) {
          context.belowHorizon(slot);
          isConcurrent = false;
        } else {
          i = segment.versions.count - 1;
        }
      }
    }
    if (counted > 0) {
      context.listener.counted(AnomalyKind.NO_CONFLICT, counted);
    }
    return found;
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
    long commit = table.fact(slot, COMMIT);
    long last = commit + timeline.longestConflict();
    last = last < commit ? Long.MAX_VALUE : last;
    ListedConflicts listed = timeline.listedConflicts();
    if (listed.isNew()) {
      begin(timeline, listed, last);
    }
    if (!listed.reaches(last) || !load(timeline, listed, commit)) {
      walkListed(timeline, slot, next, last);
      return;
    }
    long counted = 0;
    for (int i = listed.from(commit); i < listed.count() && listed.commit(i) <= last; i++) {
      long start = listed.start(i);
      long sequence = listed.sequence(i);
      if (start > commit || sequence == next || sequence == table.fact(slot, SEQUENCE)) {
        continue;
      }
      if (start == commit || listed.commit(i) == commit || !timeline.onlyCountsConflicts()) {
        Blocks.Key key = listed.key(timeline.id, i);
        compareListed(timeline, slot, context.conflictBlocks.block(key).orElseThrow());
      } else {
        counted++;
      }
    }
    if (counted > 0) {
      context.listener.counted(AnomalyKind.NO_CONFLICT, counted);
    }
  }

  /** All that are listed behind a commit are in memory if there are none. */
  private void begin(KeyTimeline timeline, ListedConflicts listed, long commit) {
    Blocks.Key end = new Blocks.Key(timeline.id, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    Optional<Blocks.Key> top = context.conflictBlocks.floor(end);
    if (top.isEmpty() || top.get().low() < commit) {
      listed.lower(commit);
    }
  }

  /** Takes those into memory that are listed from a commit on; false if they are too many. */
  private boolean load(KeyTimeline timeline, ListedConflicts listed, long commit) {
    if (listed.reaches(commit)) {
      return true;
    }
    long low = listed.low();
    Optional<Blocks.Key> next = context.conflictBlocks.higher(before(timeline, commit));
    while (next.isPresent() && next.get().low() <= low) {
      if (listed.isFull()) {
        return false;
      }
      Blocks.Key key = next.get();
      int slot = listedSlot(context.conflictBlocks.block(key).orElseThrow());
      listed.add(key.low(), key.lowLogical(), table.fact(slot, START), key.tieBreak());
      table.release(slot, 1);
      next = context.conflictBlocks.higher(key);
    }
    listed.lower(commit);
    timeline.recountConflicts();
    return true;
  }

  private static Blocks.Key before(KeyTimeline timeline, long commit) {
    return new Blocks.Key(timeline.id, commit, Long.MIN_VALUE, Long.MIN_VALUE);
  }

  /** Far back: without what is in memory, which reaches from there to the end. */
  private void walkListed(KeyTimeline timeline, int slot, long next, long last) {
    Optional<Blocks.Key> listed =
        context.conflictBlocks.higher(before(timeline, table.fact(slot, COMMIT)));
    while (listed.isPresent() && listed.get().low() <= last) {
      Blocks.Key found = listed.get();
      if (found.tieBreak() != next && found.tieBreak() != table.fact(slot, SEQUENCE)) {
        compareListed(timeline, slot, context.conflictBlocks.block(found).orElseThrow());
      }
      listed = context.conflictBlocks.higher(found);
    }
  }

  private void compareListed(KeyTimeline timeline, int slot, byte[] block) {
    int later = listedSlot(block);
    if (order.compare(later, slot) > 0 && order.isConcurrent(slot, later)) {
      report(timeline, later, slot);
    }
    table.release(later, 1);
  }

  /** The version of a block; the caller releases it. */
  private int listedSlot(byte[] block) {
    context.facts.read(context.reader(block));
    int slot = context.facts.slot(0);
    context.facts.end();
    return slot;
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
    ListedConflicts listed = timeline.listedConflicts();
    if (listed.reaches(table.fact(slot, COMMIT))) {
      listed.add(
          table.fact(slot, COMMIT),
          table.fact(slot, COMMIT_LOGICAL),
          table.fact(slot, START),
          table.fact(slot, SEQUENCE));
      timeline.recountConflicts();
    }
  }

  private void report(KeyTimeline timeline, int later, int earlier) {
    if (timeline.describesConflict()) {
      context.listener.found(context.findings.conflict(later, earlier, timeline.id));
    }
  }
}
