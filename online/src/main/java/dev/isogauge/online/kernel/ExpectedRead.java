package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.NUMBER;
import static dev.isogauge.online.kernel.TransactionTable.SESSION;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.ListTokens;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.Arrays;

/** What external reads of the keys of a shard should show. */
final class ExpectedRead {
  private final ShardContext context;
  private final TransactionOrder order;

  // The answer of the last search.
  private int writer;
  private boolean isKnown;
  private long value;
  private final LongArrayList list = new LongArrayList();

  ExpectedRead(ShardContext context) {
    this.context = context;
    this.order = context.order;
  }

  /** Whether a read shows something else. */
  boolean differs(KeyTimeline timeline, KeySegment segment, int reader) {
    if (timeline.isUncertain()) {
      return false;
    }
    isKnown = true;
    boolean differs = differsFromWhatIsKnown(timeline, segment, reader);
    if (!isKnown) {
      context.belowHorizon(segment.readers.slots[reader]);
    }
    return isKnown && differs;
  }

  private boolean differsFromWhatIsKnown(KeyTimeline timeline, KeySegment segment, int reader) {
    if (timeline.isList()) {
      findList(timeline, segment, segment.readers.slots[reader]);
      long[] shown = segment.readers.list(reader);
      int observed = shown.length - (int) segment.readers.value(reader);
      return !Arrays.equals(list.elements(), 0, list.size(), shown, 0, observed);
    }
    findVersion(timeline, segment, segment.readers.slots[reader]);
    return value != segment.readers.value(reader);
  }

  TimestampFinding finding(KeyTimeline timeline, KeySegment segment, int reader) {
    int slot = segment.readers.slots[reader];
    Atoms atoms = context.findings.atoms;
    String should;
    String shows;
    if (timeline.isList()) {
      findList(timeline, segment, slot);
      LongList shown = LongArrayList.wrap(segment.readers.list(reader));
      int observed = shown.size() - (int) segment.readers.value(reader);
      list.addAll(shown.subList(observed, shown.size()));
      should = ListTokens.of(list.toLongArray(), atoms);
      shows = ListTokens.of(shown.toLongArray(), atoms);
    } else {
      findVersion(timeline, segment, slot);
      should = atoms.token(value);
      shows = atoms.token(segment.readers.value(reader));
    }
    return context.findings.external(
        slot, writer, timeline.id, segment.readers.operation(reader), should, shows);
  }

  /** How many versions of the segment are before the read's position. */
  private int versionsBefore(KeySegment segment, int slot) {
    TimedEntries versions = segment.versions;
    int index = versions.upperBound(order.readTime(slot));
    while (index > 0 && !order.isBeforeReads(versions.slots[index - 1], slot)) {
      index--;
    }
    return index;
  }

  private void findVersion(KeyTimeline timeline, KeySegment begin, int slot) {
    KeySegment segment = begin;
    int index = versionsBefore(begin, slot);
    while (true) {
      for (int i = index - 1; i >= 0; i--) {
        if (!isSkipped(timeline, segment.versions.slots[i], slot)) {
          writer = segment.versions.slots[i];
          value = segment.versions.value(i);
          return;
        }
      }
      if (segment.carriedSlot == TransactionTable.NO_SLOT) {
        writer = TransactionTable.NO_SLOT;
        value = context.initialValue();
        return;
      }
      if (!isSkipped(timeline, segment.carriedSlot, slot)) {
        writer = segment.carriedSlot;
        value = segment.carriedValue;
        return;
      }
      segment = timeline.before(segment);
      if (segment == null) {
        // What the reader skips hides what was dropped.
        isKnown = false;
        return;
      }
      index = segment.versions.count;
    }
  }

  private boolean isSkipped(KeyTimeline timeline, int version, int slot) {
    boolean follows = order.follows(version, slot);
    if (follows) {
      timeline.skips();
    }
    return follows;
  }

  private void findList(KeyTimeline timeline, KeySegment segment, int slot) {
    list.clear();
    writer = TransactionTable.NO_SLOT;
    if (segment.carriesLaterOf(
        context.table.fact(slot, SESSION), context.table.fact(slot, NUMBER))) {
      // Some elements from before may not be visible, and only the segments know which.
      isKnown &= !timeline.isShortened();
      for (KeySegment s = timeline.first(); s != segment; s = timeline.after(s)) {
        addLists(s, s.versions.count, slot);
      }
    } else {
      list.addElements(0, segment.carriedList);
      writer = segment.carriedSlot;
    }
    addLists(segment, versionsBefore(segment, slot), slot);
  }

  private void addLists(KeySegment segment, int count, int slot) {
    for (int i = 0; i < count; i++) {
      int version = segment.versions.slots[i];
      if (!order.follows(version, slot)) {
        list.addElements(list.size(), segment.versions.list(i));
        writer = version;
      }
    }
  }
}
