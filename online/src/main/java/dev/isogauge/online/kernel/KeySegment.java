package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.NO_SLOT;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Versions of a key within a stretch of time and the reads whose positions lie there, with what
 * came before: the last version (registers) or all elements so far (lists). All versions and reads
 * of one time are in one segment.
 */
final class KeySegment extends Segment {
  /** A segment with more entries, or more bytes of lists, is cut. */
  private static final int ENTRIES = 512;

  private static final long LIST_BYTES = 1 << 18;

  /** A segment with fewer entries is never cut. */
  private static final int FEW_ENTRIES = 8;

  final TimedEntries versions;
  final TimedEntries readers;
  boolean isList;

  /**
   * The last writer before this segment, in a slot of its own; or {@link TransactionTable#NO_SLOT}.
   */
  int carriedSlot = NO_SLOT;

  long carriedValue;
  long[] carriedList = TimedEntries.NO_LIST;

  /** Two longs for each session with a writer before this segment: session, largest number. */
  long[] carriedSessions = TimedEntries.NO_LIST;

  private int cutAt = ENTRIES;
  private long cutAtBytes = LIST_BYTES;

  KeySegment(long low, long lowLogical, boolean isList, boolean changed) {
    super(low, lowLogical, changed);
    this.isList = isList;
    versions = new TimedEntries(false, isList);
    readers = new TimedEntries(true, isList);
  }

  /** Gives a read other flags, those of {@link ProvisionalVerdicts}. */
  void mark(int reader, int flags) {
    readers.flags(reader, (byte) flags);
    changed = true;
  }

  /** Makes a segment that has seen only reads of nil one of a list. */
  void becomeList() {
    isList = true;
    changed = true;
    versions.becomeLists();
    readers.becomeLists();
  }

  /** Makes a transaction the last writer before this segment. */
  void carry(int slot, long value, TransactionTable table) {
    dropCarried(table);
    carriedSlot = table.copy(slot);
    carriedValue = value;
    changed = true;
  }

  private void dropCarried(TransactionTable table) {
    if (carriedSlot != NO_SLOT) {
      table.release(carriedSlot, 1);
      carriedSlot = NO_SLOT;
    }
  }

  /** Whether a writer before this segment may come after the given number of its session. */
  boolean carriesLaterOf(long session, long number) {
    for (int i = 0; i < carriedSessions.length; i += 2) {
      if (carriedSessions[i] == session) {
        return carriedSessions[i + 1] >= number;
      }
    }
    return false;
  }

  void carrySession(long session, long number) {
    for (int i = 0; i < carriedSessions.length; i += 2) {
      if (carriedSessions[i] == session) {
        carriedSessions[i + 1] = Math.max(carriedSessions[i + 1], number);
        return;
      }
    }
    int length = carriedSessions.length;
    carriedSessions = Arrays.copyOf(carriedSessions, length + 2);
    carriedSessions[length] = session;
    carriedSessions[length + 1] = number;
  }

  /** How many elements the versions up to an index have. */
  int elementsBefore(int index) {
    int size = carriedList.length;
    for (int i = 0; i < index; i++) {
      size += versions.list(i).length;
    }
    return size;
  }

  boolean isTooLarge() {
    int entries = versions.count + readers.count;
    return entries > cutAt || (isList && entries >= FEW_ENTRIES && bytes() > cutAtBytes);
  }

  /** Whether writing it twice costs more than another segment, with all that it carries. */
  boolean isWorthCutting() {
    return versions.count + readers.count
        >= WRITTEN_ENTRIES + carriedList.length + carriedSessions.length;
  }

  /**
   * Gives the upper part to a new segment; null if all entries are of one time.
   *
   * @param share the new segment gets one of this many versions, or readers, rounded
   */
  KeySegment cut(int share, TransactionTable table, TransactionOrder order) {
    KeySegment upper = cutBy(versions, share, table, order);
    if (upper == null) {
      upper = cutBy(readers, share, table, order);
    }
    if (upper == null) {
      cutAt = 2 * (versions.count + readers.count);
      cutAtBytes = 2 * bytes();
    }
    return upper;
  }

  private KeySegment cutBy(
      TimedEntries column, int share, TransactionTable table, TransactionOrder order) {
    int from = column.count - column.count / share;
    for (int i = Math.max(1, from); i < column.count; i++) {
      if (column.times[i] != column.times[i - 1] || i == from) {
        int slot = column.slots[i];
        boolean byVersion = column == versions;
        long time = column.times[i];
        long logical =
            byVersion ? table.fact(slot, TransactionTable.COMMIT_LOGICAL) : order.readLogical(slot);
        KeySegment upper = cutAt(time, logical, table, order);
        if (upper != null) {
          return upper;
        }
      }
    }
    return null;
  }

  private KeySegment cutAt(
      long time, long logical, TransactionTable table, TransactionOrder order) {
    int version = versions.lowerBound(time);
    while (version < versions.count
        && versions.times[version] == time
        && table.fact(versions.slots[version], TransactionTable.COMMIT_LOGICAL) < logical) {
      version++;
    }
    int reader = readers.lowerBound(time);
    while (reader < readers.count
        && readers.times[reader] == time
        && order.readLogical(readers.slots[reader]) < logical) {
      reader++;
    }
    if (version + reader == 0) {
      return null;
    }
    KeySegment upper = new KeySegment(time, logical, isList, true);
    if (version > 0) {
      upper.carriedSlot = table.copy(versions.slots[version - 1]);
      upper.carriedValue = isList ? 0 : versions.value(version - 1);
    } else if (carriedSlot != NO_SLOT) {
      upper.carriedSlot = table.copy(carriedSlot);
      upper.carriedValue = carriedValue;
    }
    if (isList) {
      carryLists(upper, version, table);
    }
    versions.moveTail(version, upper.versions);
    readers.moveTail(reader, upper.readers);
    changed = true;
    return upper;
  }

  private void carryLists(KeySegment upper, int version, TransactionTable table) {
    LongArrayList all = new LongArrayList(elementsBefore(version));
    all.addElements(0, carriedList);
    upper.carriedSessions = carriedSessions.clone();
    for (int i = 0; i < version; i++) {
      all.addElements(all.size(), versions.list(i));
      int slot = versions.slots[i];
      upper.carrySession(
          table.fact(slot, TransactionTable.SESSION), table.fact(slot, TransactionTable.NUMBER));
    }
    upper.carriedList = all.toLongArray();
  }

  @Override
  long bytes() {
    return 300
        + versions.bytes()
        + readers.bytes()
        + 8L * (carriedList.length + carriedSessions.length);
  }

  @Override
  byte[] encode(FactsCodec facts, BlockWriter writer) {
    facts.begin();
    facts.add(versions.slots, versions.count);
    facts.add(readers.slots, readers.count);
    if (carriedSlot != NO_SLOT) {
      facts.add(carriedSlot);
    }
    writer.clear();
    writer.number(isList ? 1 : 0);
    facts.write(writer);
    writer.number(carriedSlot != NO_SLOT ? facts.index(carriedSlot) : NO_SLOT);
    writer.atom(carriedValue);
    writer.atoms(carriedList);
    long[] sessions = carriedSessions.clone();
    for (int i = 0; i < sessions.length; i += 2) {
      sessions[i] = writer.portable(sessions[i]);
    }
    writer.numbers(sessions);
    versions.encode(facts, writer);
    readers.encode(facts, writer);
    return writer.toBytes();
  }

  static KeySegment decode(
      long low,
      long lowLogical,
      BlockReader from,
      FactsCodec facts,
      TransactionTable table,
      TransactionOrder order) {
    KeySegment segment = new KeySegment(low, lowLogical, from.integer() == 1, false);
    facts.read(from);
    int carried = from.integer();
    if (carried != NO_SLOT) {
      int shared = facts.slot(carried);
      segment.carriedSlot = table.copy(shared);
      table.release(shared, 1);
    }
    segment.carriedValue = from.atom();
    segment.carriedList = from.atoms();
    segment.carriedSessions = from.numbers();
    for (int i = 0; i < segment.carriedSessions.length; i += 2) {
      segment.carriedSessions[i] = from.local(segment.carriedSessions[i]);
    }
    segment.versions.decode(facts, from, table, order);
    segment.readers.decode(facts, from, table, order);
    facts.end();
    return segment;
  }

  @Override
  void release(TransactionTable table) {
    table.release(versions.slots, versions.count);
    table.release(readers.slots, readers.count);
    dropCarried(table);
  }
}
