package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.SESSION;

import dev.isogauge.anomaly.TimestampFinding;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The reads of a key that a change of it affects: steps 2, 3 and 5 of {@link KeyTimeline}. They are
 * ranges of readers of segments, in order.
 */
final class AffectedReads {
  private final ShardContext context;
  private final ExpectedRead expected;
  private final List<KeySegment> segments = new ArrayList<>(2);

  /** Two ints a range: first reader, and the one behind the last. */
  private final IntArrayList bounds = new IntArrayList(4);

  /** What was reported of these reads, in the same order. */
  private final ArrayDeque<TimestampFinding> reported = new ArrayDeque<>();

  private interface Action {
    void accept(KeySegment segment, int reader);
  }

  AffectedReads(ShardContext context) {
    this.context = context;
    this.expected = context.expected;
  }

  /** Steps 2 and 3 for a change that affects all reads of a key. */
  void collectAll(KeyTimeline timeline) {
    clear();
    for (KeySegment s = timeline.first(); s != null; s = timeline.after(s)) {
      add(s, 0, s.readers.count);
    }
    rememberReported(timeline);
  }

  /**
   * Steps 2 and 3 for a version that is about to be put at an index: it affects the reads of a
   * register up to the next version, and beyond it those that skip all versions in between because
   * these follow the reader; of a list all that are later.
   */
  void collect(KeyTimeline timeline, KeySegment begin, int index, long time) {
    clear();
    KeySegment segment = begin;
    int reader = begin.readers.lowerBound(time);
    int version = index;
    boolean skipping = false;
    long skippedSession = 0;
    while (segment != null) {
      int next = timeline.isList() ? segment.versions.count : version;
      while (next < segment.versions.count && timeline.hasSkippingReads()) {
        // Reads of the next version's session may skip it, and all that follow it of that session.
        long session = context.table.fact(segment.versions.slots[next], SESSION);
        if (skipping && session != skippedSession) {
          break;
        }
        skipping = true;
        skippedSession = session;
        next++;
      }
      boolean ends = next < segment.versions.count;
      add(
          segment,
          reader,
          ends ? segment.readers.upperBound(segment.versions.times[next]) : segment.readers.count);
      segment = ends ? null : timeline.after(segment);
      reader = 0;
      version = 0;
    }
    rememberReported(timeline);
  }

  private void clear() {
    reported.clear();
    segments.clear();
    bounds.clear();
  }

  private void add(KeySegment segment, int from, int to) {
    segments.add(segment);
    bounds.add(from);
    bounds.add(to);
  }

  void forEachSegment(Consumer<KeySegment> action) {
    segments.forEach(action);
  }

  private void forEach(Action action) {
    for (int i = 0; i < segments.size(); i++) {
      for (int reader = bounds.getInt(2 * i); reader < bounds.getInt(2 * i + 1); reader++) {
        action.accept(segments.get(i), reader);
      }
    }
  }

  /** Step 3. */
  private void rememberReported(KeyTimeline timeline) {
    forEach(
        (segment, reader) -> {
          if ((segment.readers.flags(reader) & ProvisionalVerdicts.REPORTED) != 0) {
            reported.add(expected.finding(timeline, segment, reader));
          }
        });
  }

  /**
   * Step 5. A verdict that is not final changes silently; a finding that was reported is withdrawn,
   * and the transaction that arrived is late.
   */
  void judgeAgain(KeyTimeline timeline, int because) {
    forEach((segment, reader) -> judgeAgain(timeline, segment, reader, because));
  }

  private void judgeAgain(KeyTimeline timeline, KeySegment segment, int reader, int because) {
    TimedEntries readers = segment.readers;
    byte before = readers.flags(reader);
    boolean violates = expected.differs(timeline, segment, reader);
    if ((before & ProvisionalVerdicts.REPORTED) != 0) {
      TimestampFinding old = reported.remove();
      Optional<TimestampFinding> now =
          violates ? Optional.of(expected.finding(timeline, segment, reader)) : Optional.empty();
      if (!now.equals(Optional.of(old))) {
        context.withdrawn(old, because);
        now.ifPresent(context.listener::found);
        context.late(because);
        segment.mark(reader, violates ? before : 0);
      }
      return;
    }
    if (violates == (before != 0)) {
      return;
    }
    int slot = readers.slots[reader];
    int operation = readers.operation(reader);
    if (!violates) {
      segment.mark(reader, 0);
      context.verdicts.satisfied(timeline.id, slot, operation);
      timeline.verdictsChanged();
    } else if (context.verdicts.isFinal(timeline.id, slot, operation)) {
      segment.mark(reader, ProvisionalVerdicts.VIOLATED | ProvisionalVerdicts.REPORTED);
      context.listener.found(expected.finding(timeline, segment, reader));
      context.late(because);
    } else {
      segment.mark(reader, ProvisionalVerdicts.VIOLATED);
      context.verdicts.violated(
          timeline.id,
          readers.times[reader],
          context.order.readLogical(slot),
          slot,
          operation,
          true);
      timeline.verdictsChanged();
    }
  }
}
