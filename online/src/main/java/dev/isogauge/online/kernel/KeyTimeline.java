package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.COMMIT;
import static dev.isogauge.online.kernel.TransactionTable.COMMIT_LOGICAL;
import static dev.isogauge.online.kernel.TransactionTable.NUMBER;
import static dev.isogauge.online.kernel.TransactionTable.SEQUENCE;
import static dev.isogauge.online.kernel.TransactionTable.SESSION;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import java.util.Optional;

/**
 * The versions and the external reads of one key, in arbitration order (AR): what Aion's
 * frontier_ts and ongoing_ts hold of the key. Reads and versions may arrive in any order; what
 * holds in the end does not depend on it.
 *
 * <p>A read arrives:
 *
 * <ol>
 *   <li>Judge it ({@link ExpectedRead}): it must show the last version before the point at which
 *       its transaction reads that does not follow the reader in its session; of a list, all
 *       appends of such versions. A violation is provisional until the deadline ({@link
 *       ProvisionalVerdicts}).
 * </ol>
 *
 * <p>A version arrives:
 *
 * <ol start="2">
 *   <li>Collect the reads that it affects ({@link AffectedReads}).
 *   <li>Remember what was reported of them, since that cannot be rebuilt after the change.
 *   <li>Insert the version, and carry it on to later segments.
 *   <li>Judge the affected reads again.
 *   <li>Look for conflicts ({@link WriteConflicts}).
 * </ol>
 *
 * <p>Either arrives:
 *
 * <ol start="7">
 *   <li>Ties: compare it with the versions and, if it is a version, the reads of the same time.
 *   <li>Cut the segment if it has grown too large ({@link Timeline}).
 * </ol>
 *
 * <p>Costs O(log n) for n entries of the key, and the judging of each affected read: without
 * stragglers none. For a list both also cost the length of the list.
 *
 * <p>Reference: Li et al., Online Timestamp-based Transactional Isolation Checking of Database
 * Systems, section III-C; steps 1 and 5 are steps 1 and 3 there, step 6 is step 2.
 */
final class KeyTimeline extends Timeline<KeySegment> {
  private enum Kind {
    UNDECIDED,
    REGISTER,
    LIST
  }

  /** How many conflicts, and how many ties, are described. */
  static final int DESCRIBED_PAIRS = 100;

  /** A last segment with more entries is cut when it leaves memory. */
  private static final int EVICTED_ENTRIES = 40;

  /** With more appended to it, a block is read faster when it is written anew. */
  private static final int PEEKED_ENTRIES = 12;

  /** How many ties of a key are described if the host counts those on several keys once. */
  private static final int DESCRIBED_TIES_OF_TIMELINES = 10_000;

  private static final Kind[] KINDS = Kind.values();

  private final TransactionTable table;
  private final TransactionOrder order;
  private final ExpectedRead expected;
  private final AffectedReads affected;

  // The header, with what Timeline has.
  private Kind kind = Kind.UNDECIDED;
  private boolean hasSkippingReads;
  private long longestConflict;
  private final ListedConflicts listedConflicts = new ListedConflicts();
  private long countedConflicts;
  private int describedConflicts;
  private int describedTies;

  /** A version came below the horizon: what reads should show is not known any more. */
  private boolean isUncertain;

  KeyTimeline(long key, ShardContext context) {
    super(key, context, context.keyBlocks);
    this.table = context.table;
    this.order = context.order;
    this.expected = context.expected;
    this.affected = context.affected;
    restore();
    if (isNew) {
      context.keys.increment();
    }
  }

  @Override
  void writeHeader(BlockWriter to) {
    to.number(kind.ordinal());
    to.number(hasSkippingReads ? 1 : 0);
    to.number(longestConflict);
    to.number(describedConflicts);
    to.number(describedTies);
    to.number(isUncertain ? 1 : 0);
  }

  @Override
  void readHeader(BlockReader from) {
    kind = KINDS[from.integer()];
    hasSkippingReads = from.number() == 1;
    longestConflict = from.number();
    describedConflicts = from.integer();
    describedTies = from.integer();
    isUncertain = from.number() == 1;
  }

  @Override
  void restoreAppended(int kindOfEntry, BlockReader from) {
    context.appended.read(kindOfEntry, from);
    int slot = context.appended.slot();
    if (kindOfEntry == AppendedEntries.WRITE) {
      become(Kind.REGISTER);
      KeySegment segment = at(table.fact(slot, COMMIT), table.fact(slot, COMMIT_LOGICAL));
      insertVersion(segment, slot, context.appended.value(), TimedEntries.NO_LIST);
    } else {
      if (context.appended.value() != Atoms.NIL) {
        become(Kind.REGISTER);
      }
      KeySegment segment = at(order.readTime(slot), order.readLogical(slot));
      insertReader(
          segment,
          slot,
          context.appended.operation(),
          context.appended.value(),
          TimedEntries.NO_LIST);
    }
  }

  @Override
  void restoredAppended() {
    grown(lastResident());
  }

  @Override
  void leaves() {
    if (!context.appends) {
      return;
    }
    if (hasSummary()) {
      if (entriesOfLast() > EVICTED_ENTRIES) {
        shrink(EVICTED_ENTRIES / 4);
      }
      summarize();
    } else {
      context.cold.leave(id);
    }
  }

  /**
   * For a timeline that nothing came for since it was restored: what must be known of it to take
   * more without it; {@link ColdKeys#NONE} if it must stay, also since its block is worth writing
   * anew.
   */
  int peek() {
    if (isNew) {
      return Atoms.isLocal(context.initialValue()) ? ColdKeys.NONE : context.appended.openNew(id);
    }
    boolean isShort = hasSummary() && entriesOfLast() <= EVICTED_ENTRIES && isWhole();
    return isShort && appendedCount() <= PEEKED_ENTRIES ? summarize() : ColdKeys.NONE;
  }

  private int entriesOfLast() {
    KeySegment last = lastResident();
    return last.versions.count + last.readers.count;
  }

  /** Whether {@link #summarize} says all that matters, but for symbols. */
  private boolean hasSummary() {
    if (!isInMemory() || isList() || isUncertain || hasSkippingReads) {
      return false;
    }
    return !Atoms.isLocal(lastValue(lastResident()));
  }

  private int lastSlot(KeySegment last) {
    int versions = last.versions.count;
    return versions > 0 ? last.versions.slots[versions - 1] : last.carriedSlot;
  }

  private long lastValue(KeySegment last) {
    int versions = last.versions.count;
    long value = versions > 0 ? last.versions.value(versions - 1) : last.carriedValue;
    return lastSlot(last) != TransactionTable.NO_SLOT ? value : context.initialValue();
  }

  private int summarize() {
    KeySegment last = lastResident();
    int slot = lastSlot(last);
    boolean isWritten = slot != TransactionTable.NO_SLOT;
    long time = isWritten ? Math.max(last.low, table.fact(slot, COMMIT)) : last.low;
    int readers = last.readers.count;
    return context.cold.open(
        id,
        lastValue(last),
        time,
        readers > 0 ? Math.max(time, last.readers.times[readers - 1]) : time,
        isWritten ? table.fact(slot, SESSION) : 0,
        isWritten ? table.fact(slot, NUMBER) : 0);
  }

  private void become(Kind now) {
    kind = now;
    headerChanged();
  }

  /** Some read skips a version because that follows the reader in its session. */
  void skips() {
    if (!hasSkippingReads) {
      hasSkippingReads = true;
      headerChanged();
    }
  }

  /** Whether a further conflict of the key is described; it is counted otherwise. */
  boolean describesConflict() {
    if (describedConflicts == DESCRIBED_PAIRS) {
      context.listener.counted(AnomalyKind.NO_CONFLICT);
      return false;
    }
    describedConflicts++;
    headerChanged();
    return true;
  }

  /** Whether no further conflict of the key is described. */
  boolean onlyCountsConflicts() {
    return describedConflicts == DESCRIBED_PAIRS;
  }

  /** Those that are in memory of the versions that conflict as the later of a pair. */
  ListedConflicts listedConflicts() {
    return listedConflicts;
  }

  void recountConflicts() {
    context.count(listedConflicts.bytes() - countedConflicts);
    countedConflicts = listedConflicts.bytes();
  }

  @Override
  void left() {
    super.left();
    context.count(-countedConflicts);
  }

  /** The longest time from start to commit of versions that conflict as the later of a pair. */
  long longestConflict() {
    return longestConflict;
  }

  void conflicts(long duration) {
    if (duration > longestConflict) {
      longestConflict = duration;
      headerChanged();
    }
  }

  /** Whether a read may skip a version because that follows the reader in its session. */
  boolean hasSkippingReads() {
    return hasSkippingReads;
  }

  boolean isList() {
    return kind == Kind.LIST;
  }

  @Override
  KeySegment create(long low, long lowLogical) {
    return new KeySegment(low, lowLogical, isList(), true);
  }

  @Override
  KeySegment decode(long low, long lowLogical, BlockReader from) {
    return KeySegment.decode(low, lowLogical, from, context.facts, table, order);
  }

  /** An external read of a register, or of nil, which a list shows when it is empty. */
  void read(int slot, int operation, long value) {
    if (value != Atoms.NIL && !becomeRegister()) {
      refuse(slot);
      return;
    }
    addReader(slot, operation, isList() ? 0 : value, TimedEntries.NO_LIST);
  }

  /** An external read of a list, whose last elements are the reader's own. */
  void readList(int slot, int operation, long own, long[] shown) {
    if (becomeList(slot)) {
      addReader(slot, operation, own, shown);
    } else {
      refuse(slot);
    }
  }

  void write(int slot, long value) {
    if (becomeRegister()) {
      addVersion(slot, value, TimedEntries.NO_LIST);
    } else {
      refuse(slot);
    }
  }

  void append(int slot, long[] appended) {
    if (becomeList(slot)) {
      addVersion(slot, 0, appended);
    } else {
      refuse(slot);
    }
  }

  /** Whether it is a register from now on. */
  private boolean becomeRegister() {
    if (kind == Kind.UNDECIDED) {
      become(Kind.REGISTER);
    }
    return kind == Kind.REGISTER;
  }

  /**
   * Whether it is a list from now on. Reads of nil that came before are now reads of the empty
   * list, and judged again.
   */
  private boolean becomeList(int because) {
    if (kind != Kind.UNDECIDED) {
      return kind == Kind.LIST;
    }
    if (!isEmpty()) {
      affected.collectAll(this);
      affected.forEachSegment(KeySegment::becomeList);
      become(Kind.LIST);
      affected.judgeAgain(this, because);
      affected.forEachSegment(this::recount);
    }
    become(Kind.LIST);
    return true;
  }

  /** A key that others use as a list and this one as a register, or the other way round. */
  private void refuse(int slot) {
    context.unjudged(
        slot,
        "key "
            + context.findings.atoms.token(id)
            + " is used as a list and as a register; expected appends and reads of lists only, or"
            + " none");
    table.release(slot, 1);
  }

  boolean isUncertain() {
    return isUncertain;
  }

  /** Drops what lies below a point, its conflicts included. */
  void forget(long time, long logical) {
    dropBelow(time, logical);
    Blocks.Key point = new Blocks.Key(id, time, logical, Long.MAX_VALUE);
    while (longestConflict > 0) {
      Optional<Blocks.Key> old = context.conflictBlocks.floor(point);
      if (old.isEmpty()) {
        return;
      }
      context.conflictBlocks.remove(old.get());
    }
  }

  /** A version lies in what was dropped. From now on no read of the key can be judged. */
  private void becomeUncertain(int because) {
    if (isUncertain) {
      return;
    }
    affected.collectAll(this);
    isUncertain = true;
    headerChanged();
    affected.judgeAgain(this, because);
  }

  private void addReader(int slot, int operation, long value, long[] shown) {
    long time = order.readTime(slot);
    long logical = order.readLogical(slot);
    if (isUncertain || isDropped(time, logical)) {
      context.belowHorizon(slot);
      table.release(slot, 1);
      return;
    }
    KeySegment segment = at(time, logical);
    TimedEntries readers = segment.readers;
    int index = insertReader(segment, slot, operation, value, shown);
    // Step 1.
    if (expected.differs(this, segment, index)) {
      if (context.verdicts.isFinal(id, slot, operation)) {
        readers.flags(index, (byte) (ProvisionalVerdicts.VIOLATED | ProvisionalVerdicts.REPORTED));
        context.listener.found(expected.finding(this, segment, index));
      } else {
        readers.flags(index, ProvisionalVerdicts.VIOLATED);
        context.verdicts.violated(id, time, logical, slot, operation, false);
        verdictsChanged();
      }
    }
    // Step 7.
    if (order.canTie(slot)) {
      findTies(segment, slot, time, false);
    }
    // Step 8.
    grown(segment);
  }

  /** Returns where the read is now. */
  private int insertReader(KeySegment segment, int slot, int operation, long value, long[] shown) {
    long time = order.readTime(slot);
    long logical = order.readLogical(slot);
    TimedEntries readers = segment.readers;
    int index = readers.upperBound(time);
    while (index > 0
        && readers.times[index - 1] == time
        && order.readLogical(readers.slots[index - 1]) > logical) {
      index--;
    }
    readers.insert(index, time, slot, operation, value, shown, (byte) 0);
    segment.changed = true;
    return index;
  }

  /** Where a version belongs. */
  private int versionIndex(TimedEntries versions, int slot) {
    long time = table.fact(slot, COMMIT);
    int index = versions.upperBound(time);
    while (index > 0
        && versions.times[index - 1] == time
        && order.compare(versions.slots[index - 1], slot) > 0) {
      index--;
    }
    return index;
  }

  private void insertVersion(KeySegment segment, int slot, long value, long[] appended) {
    TimedEntries versions = segment.versions;
    versions.insert(
        versionIndex(versions, slot), table.fact(slot, COMMIT), slot, 0, value, appended, (byte) 0);
    segment.changed = true;
  }

  private void addVersion(int slot, long value, long[] appended) {
    long time = table.fact(slot, COMMIT);
    if (isDropped(time, table.fact(slot, COMMIT_LOGICAL))) {
      context.belowHorizon(slot);
      becomeUncertain(slot);
      table.release(slot, 1);
      return;
    }
    KeySegment segment = at(time, table.fact(slot, COMMIT_LOGICAL));
    TimedEntries versions = segment.versions;
    int index = versionIndex(versions, slot);
    // Steps 2 and 3.
    affected.collect(this, segment, index, time);
    // Step 4.
    int elementsBefore = isList() ? segment.elementsBefore(index) : 0;
    insertVersion(segment, slot, value, appended);
    carryOn(segment, index, elementsBefore);
    // Step 5.
    affected.judgeAgain(this, slot);
    // Step 7.
    if (order.canTie(slot)) {
      findTies(segment, slot, time, true);
    }
    // Step 6.
    if (order.canConflict(slot)) {
      context.conflicts.find(this, segment, index);
    }
    // Step 8.
    grown(segment);
  }

  /** Step 4. Gives the segments behind a new version what comes before them now. */
  private void carryOn(KeySegment segment, int index, int elementsBefore) {
    boolean isLastWriter = index == segment.versions.count - 1;
    int slot = segment.versions.slots[index];
    KeySegment next = isLastWriter || isList() ? after(segment) : null;
    while (next != null) {
      if (isLastWriter) {
        next.carry(slot, isList() ? 0 : segment.versions.value(index), table);
      }
      if (isList()) {
        next.changed = true;
        next.carriedList = inserted(next.carriedList, elementsBefore, segment.versions.list(index));
        next.carrySession(table.fact(slot, SESSION), table.fact(slot, NUMBER));
        recount(next);
      }
      isLastWriter &= next.versions.count == 0;
      next = isLastWriter || isList() ? after(next) : null;
    }
  }

  private static long[] inserted(long[] list, int at, long[] more) {
    long[] result = new long[list.length + more.length];
    System.arraycopy(list, 0, result, 0, at);
    System.arraycopy(more, 0, result, at, more.length);
    System.arraycopy(list, at, result, at + more.length, list.length - at);
    return result;
  }

  /** Reports a read that is still a violation at its deadline. */
  @Override
  void settle(ProvisionalVerdict pending) {
    KeySegment segment = at(pending.time, pending.logical);
    TimedEntries readers = segment.readers;
    int reader = readers.lowerBound(pending.time);
    while (table.fact(readers.slots[reader], SEQUENCE) != pending.sequence
        || readers.operation(reader) != pending.operation) {
      reader++;
    }
    segment.mark(reader, ProvisionalVerdicts.VIOLATED | ProvisionalVerdicts.REPORTED);
    context.listener.found(expected.finding(this, segment, reader));
  }

  /** Step 7. */
  private void findTies(KeySegment segment, int slot, long time, boolean writes) {
    if (isTied(segment.versions, slot, time) || (writes && isTied(segment.readers, slot, time))) {
      if (context.isByTimeline) {
        reportTies(segment.versions, slot, time);
        if (writes) {
          reportTies(segment.readers, slot, time);
        }
        return;
      }
      TieGroup group = context.ties.add(id, segment, slot, time, writes);
      describeTies(segment.versions, slot, time, group);
      if (writes) {
        describeTies(segment.readers, slot, time, group);
      }
    }
  }

  private boolean isTied(TimedEntries entries, int slot, long time) {
    int i = entries.lowerBound(time);
    while (i < entries.count && entries.times[i] == time && !isTied(slot, entries.slots[i])) {
      i++;
    }
    return i < entries.count && entries.times[i] == time;
  }

  private boolean isTied(int slot, int other) {
    return order.canTie(other)
        && order.compareCommits(slot, other) == 0
        && !order.isSame(slot, other);
  }

  /** Puts the first ties of a key into words; their number is known without. */
  private void describeTies(TimedEntries entries, int slot, long time, TieGroup group) {
    for (int i = entries.lowerBound(time);
        i < entries.count && entries.times[i] == time && describedTies < DESCRIBED_PAIRS;
        i++) {
      int other = entries.slots[i];
      if (isTied(slot, other)) {
        describedTies++;
        headerChanged();
        group.described.add(
            new TieGroup.Described(
                table.fact(slot, SEQUENCE), table.fact(other, SEQUENCE), tie(slot, other)));
      }
    }
  }

  /** Reports ties on this key; what is found on several keys is for the host to see. */
  private void reportTies(TimedEntries entries, int slot, long time) {
    for (int i = entries.lowerBound(time); i < entries.count && entries.times[i] == time; i++) {
      int other = entries.slots[i];
      if (isTied(slot, other)) {
        if (describedTies == DESCRIBED_TIES_OF_TIMELINES) {
          context.listener.counted(tie(slot, other));
        } else {
          describedTies++;
          headerChanged();
          context.listener.found(tie(slot, other));
        }
      }
    }
  }

  private TimestampFinding tie(int slot, int other) {
    boolean isLater = order.compare(slot, other) > 0;
    return context.findings.tie(isLater ? slot : other, isLater ? other : slot, id);
  }

  /** Step 8. */
  private void grown(KeySegment segment) {
    if (segment.isTooLarge()) {
      cut(segment, after(segment) == null ? LAST_SHARE : 2);
    }
    recount(segment);
  }

  private void cut(KeySegment segment, int share) {
    split(segment, segment.cut(share, table, order));
  }

  @Override
  void cutWritten(KeySegment segment) {
    if (segment.isWorthCutting()) {
      cut(segment, LAST_SHARE);
      recount(segment);
    }
  }

  @Override
  void shrink(int keep) {
    if (!isInMemory()) {
      return;
    }
    KeySegment last = lastResident();
    int entries = last.versions.count + last.readers.count;
    if (entries > keep) {
      cut(last, entries / keep * 2);
      recount(last);
    }
    spillOld();
  }
}
