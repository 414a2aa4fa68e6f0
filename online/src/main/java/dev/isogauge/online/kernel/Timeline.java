package dev.isogauge.online.kernel;

import dev.isogauge.timestamp.TimestampRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What happened to one key or in one session, in order, cut into segments. Those in use are in
 * memory, the others on disk; callers do not see the difference. A segment in memory takes
 * precedence over its copy on disk. The last segment is in memory as long as the timeline is, and
 * on disk a part of its header, so that a timeline comes and goes as one block.
 *
 * <p>Collection of old state is the GARBAGECOLLECT of Aion (Li et al., Online Timestamp-based
 * Transactional Isolation Checking of Database Systems, algorithm 3): since a straggler may need
 * anything, nothing is dropped, and what is old lies on disk until it is asked for.
 *
 * <ol>
 *   <li>Cut: a segment that has grown too large gives its upper part to a new one ({@link #split}).
 *       A segment carries what it needs of those before it, so that it can be judged alone.
 *   <li>Close: the lower part of a cut, and a segment that came back from disk, are noted with the
 *       time ({@link ShardContext#closed}).
 *   <li>Spill: a closed segment goes to disk when the delay is over ({@link
 *       ShardContext#spillFinal}), or earlier when memory is tight, from the least to the most
 *       likely to be needed: closed segments, idle timelines, all but the last entries of the
 *       others, whole timelines ({@link ShardKernel}). It is written only if it changed.
 *   <li>Reload: {@link #at}, {@link #after} and {@link #before} read a block back when a straggler,
 *       or the judgement of one, needs it.
 * </ol>
 *
 * <p>Finding a segment takes O(log s) for s segments. Work that comes in order stays in the last
 * segment and touches no disk.
 *
 * @param <S> its segments
 */
abstract class Timeline<S extends Segment> {
  /** What the object itself and its entry in a table of timelines take. */
  private static final long OWN_BYTES = 200;

  /** When the last segment is cut it keeps most, since what comes next belongs to the new one. */
  static final int LAST_SHARE = 4;

  final long id;
  final ShardContext context;

  /** When it was last used, in sweeps of its shard. */
  int usedInSweep;

  /** Whether nothing was known of it when it came into memory. */
  boolean isNew;

  /** How a header begins; what is appended behind it begins with other numbers. */
  static final int HEADER = 0;

  private final Blocks blocks;
  private final List<S> resident = new ArrayList<>(2);

  // The header: no block on disk but the header begins after this point.
  private boolean onDisk;
  private long diskHigh;
  private long diskHighLogical;
  private boolean headerChanged;

  /** How many entries were appended to the block when it was restored. */
  private int appendedCount;

  // In the header: what begins below this point was dropped.
  private boolean isShortened;
  private long horizonLow;
  private long horizonLogical;

  Timeline(long id, ShardContext context, Blocks blocks) {
    this.id = id;
    this.context = context;
    this.blocks = blocks;
    context.count(OWN_BYTES);
  }

  /** For the end of a constructor: goes on where an evicted timeline ended. */
  final void restore() {
    Optional<byte[]> block = blocks.block(Blocks.Key.header(id));
    isNew = block.isEmpty();
    if (isNew) {
      return;
    }
    context.reloads++;
    BlockReader from = context.reader(block.get());
    int kind = from.integer();
    boolean hasAppended = kind != HEADER;
    if (!hasAppended) {
      from = restoreHeader(from);
      hasAppended = from.hasNext();
      if (hasAppended) {
        from = from.next();
        kind = from.integer();
      }
    }
    if (!hasAppended) {
      return;
    }
    restoreAppended(kind, from);
    appendedCount++;
    while (from.hasNext()) {
      from = from.next();
      restoreAppended(from.integer(), from);
      appendedCount++;
    }
    restoredAppended();
  }

  final int appendedCount() {
    return appendedCount;
  }

  /** Whether what was restored is one segment, as its block has it. */
  final boolean isWhole() {
    return resident.size() == 1;
  }

  /** For a timeline that nothing came for since it was restored: it is not used any more. */
  final void letGo() {
    resident.forEach(this::release);
    resident.clear();
    left();
  }

  /** Returns what has read the last segment, which is behind the header. */
  private BlockReader restoreHeader(BlockReader from) {
    onDisk = from.number() == 1;
    diskHigh = from.number();
    diskHighLogical = from.number();
    isShortened = from.number() == 1;
    horizonLow = from.number();
    horizonLogical = from.number();
    boolean hasLast = from.number() == 1;
    long low = from.number();
    long lowLogical = from.number();
    readHeader(from);
    if (context.isByTimeline) {
      context.verdicts.restore(id, from);
    }
    if (!hasLast) {
      return from;
    }
    BlockReader last = from.next();
    add(decode(low, lowLogical, last));
    return last;
  }

  /** Takes in what was appended to the block while the timeline was not in memory. */
  abstract void restoreAppended(int kind, BlockReader from);

  /** All that was appended is there. */
  abstract void restoredAppended();

  /**
   * Writes what must be known of the timeline beside its segments. Findings would go missing
   * without it, so it outlives an eviction.
   */
  abstract void writeHeader(BlockWriter to);

  abstract void readHeader(BlockReader from);

  final void headerChanged() {
    headerChanged = true;
  }

  /** What is provisional of the timeline has changed, which may be part of the header. */
  final void verdictsChanged() {
    headerChanged |= context.isByTimeline;
  }

  /** Reports what is still a violation at its deadline. */
  abstract void settle(ProvisionalVerdict pending);

  private boolean isKey() {
    return blocks == context.keyBlocks;
  }

  abstract S create(long low, long lowLogical);

  abstract S decode(long low, long lowLogical, BlockReader from);

  /** The segment that covers a point; the first one is made when there is none. */
  final S at(long time, long logical) {
    int floor = residentFloor(time, logical);
    S found = floor >= 0 ? resident.get(floor) : null;
    if (onDisk && (found == null || isBelow(found, diskHigh, diskHighLogical))) {
      Optional<Blocks.Key> block = blocks.floor(new Blocks.Key(id, time, logical, 0));
      if (block.isPresent()
          && (found == null || isBelow(found, block.get().low(), block.get().lowLogical()))) {
        return load(block.get());
      }
    }
    return found != null ? found : add(create(Long.MIN_VALUE, Long.MIN_VALUE));
  }

  /** The next segment; null at the end. */
  final S after(S segment) {
    int next = residentFloor(segment.low, segment.lowLogical) + 1;
    S found = next < resident.size() ? resident.get(next) : null;
    if (onDisk && isBelow(segment, diskHigh, diskHighLogical)) {
      Optional<Blocks.Key> block =
          blocks.higher(new Blocks.Key(id, segment.low, segment.lowLogical, Long.MAX_VALUE));
      if (block.isPresent()
          && (found == null || !found.startsBy(block.get().low(), block.get().lowLogical()))) {
        return load(block.get());
      }
    }
    return found;
  }

  /** The segment before; null at the beginning. */
  final S before(S segment) {
    int previous = residentFloor(segment.low, segment.lowLogical) - 1;
    S found = previous >= 0 ? resident.get(previous) : null;
    if (onDisk) {
      Optional<Blocks.Key> block =
          blocks.lower(new Blocks.Key(id, segment.low, segment.lowLogical, 0));
      if (block.isPresent()
          && (found == null || isBelow(found, block.get().low(), block.get().lowLogical()))) {
        return load(block.get());
      }
    }
    return found;
  }

  /** The last segment. */
  final S last() {
    return at(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** Whether a segment is in memory: none is if all that came was below the horizon. */
  final boolean isInMemory() {
    return !resident.isEmpty();
  }

  /** The last segment in memory; there is one. */
  final S lastResident() {
    return resident.get(resident.size() - 1);
  }

  final S first() {
    return isShortened ? at(horizonLow, horizonLogical) : at(Long.MIN_VALUE, Long.MIN_VALUE);
  }

  /** Whether something at the beginning was dropped. */
  final boolean isShortened() {
    return isShortened;
  }

  /** Whether a point belongs to what was dropped. */
  final boolean isDropped(long time, long logical) {
    return isShortened
        && TimestampRules.compareTimes(time, logical, horizonLow, horizonLogical) < 0;
  }

  /** Drops all segments that end at or below a point; nothing provisional may be in them. */
  final void dropBelow(long time, long logical) {
    Optional<Blocks.Key> block =
        onDisk ? blocks.floor(new Blocks.Key(id, time, logical, 0)) : Optional.empty();
    int floor = residentFloor(time, logical);
    long low = floor >= 0 ? resident.get(floor).low : Long.MIN_VALUE;
    long lowLogical = floor >= 0 ? resident.get(floor).lowLogical : Long.MIN_VALUE;
    if (block.isPresent()
        && TimestampRules.compareTimes(low, lowLogical, block.get().low(), block.get().lowLogical())
            < 0) {
      low = block.get().low();
      lowLogical = block.get().lowLogical();
    }
    if (low == Long.MIN_VALUE || isDropped(low, lowLogical)) {
      return;
    }
    while (!resident.isEmpty() && isBelow(resident.get(0), low, lowLogical)) {
      release(resident.remove(0));
    }
    Blocks.Key kept = new Blocks.Key(id, low, lowLogical, 0);
    for (var old = blocks.lower(kept); old.isPresent(); old = blocks.lower(kept)) {
      blocks.remove(old.get());
    }
    isShortened = true;
    horizonLow = low;
    horizonLogical = lowLogical;
    headerChanged = true;
  }

  final boolean isEmpty() {
    return resident.isEmpty() && !onDisk;
  }

  /** Steps 1 and 2. Takes in the upper part of a segment that was cut; null if it was not. */
  final void split(S lower, S upper) {
    if (upper != null) {
      add(upper);
      context.closed(this, lower);
    }
  }

  /** Takes a new segment into memory. */
  final S add(S segment) {
    int floor = residentFloor(segment.low, segment.lowLogical);
    resident.add(floor + 1, segment);
    recount(segment);
    return segment;
  }

  /** Counts what a segment takes after it changed. */
  final void recount(Segment segment) {
    long bytes = segment.bytes();
    context.count(bytes - segment.counted);
    segment.counted = bytes;
  }

  /** Whether a segment is in memory and not the last one there. */
  final boolean isClosed(Segment segment) {
    int floor = residentFloor(segment.low, segment.lowLogical);
    return floor >= 0 && floor < resident.size() - 1 && resident.get(floor) == segment;
  }

  /** Step 3. Sends a segment to disk. */
  final void spill(S segment) {
    resident.remove(residentFloor(segment.low, segment.lowLogical));
    drop(segment);
  }

  /** Step 3. Sends all segments but the last to disk. */
  final void spillOld() {
    int old = resident.size() - 1;
    for (int i = 0; i < old; i++) {
      drop(resident.get(i));
    }
    if (old > 0) {
      resident.subList(0, old).clear();
    }
  }

  /**
   * Step 3. Sends all but the last entries to disk.
   *
   * @param keep how many stay, roughly
   */
  abstract void shrink(int keep);

  /** Step 3. Sends everything to disk; the timeline is not used any more. */
  final void evict() {
    leaves();
    spillOld();
    saveHeader();
    letGo();
    if (context.isByTimeline) {
      context.verdicts.forget(isKey(), id);
    }
  }

  /** Forgets everything in memory; the timeline is not used any more. */
  final void discard() {
    letGo();
    context.verdicts.forget(isKey(), id);
  }

  /** It is about to leave memory. */
  abstract void leaves();

  /** It has left memory, and counts no more. */
  void left() {
    context.count(-OWN_BYTES);
  }

  /**
   * Step 1, for what is about to be written: cuts a segment so that most of it need not be written
   * again with what comes next.
   */
  abstract void cutWritten(S segment);

  /** Makes the blocks hold all there is; memory keeps what it has. */
  final void flush() {
    if (isInMemory() && lastResident().changed) {
      cutWritten(lastResident());
    }
    for (int i = 0; i < resident.size() - 1; i++) {
      save(resident.get(i));
    }
    saveHeader();
  }

  private void drop(S segment) {
    save(segment);
    release(segment);
  }

  private void release(S segment) {
    segment.release(context.table);
    context.count(-segment.counted);
  }

  private void save(S segment) {
    if (!segment.changed) {
      return;
    }
    blocks.put(
        new Blocks.Key(id, segment.low, segment.lowLogical, 0),
        segment.encode(context.facts, context.writer));
    segment.changed = false;
    if (!onDisk || !segment.startsBy(diskHigh, diskHighLogical)) {
      diskHigh = segment.low;
      diskHighLogical = segment.lowLogical;
      headerChanged = true;
    }
    onDisk = true;
  }

  /** With the last segment. */
  private void saveHeader() {
    boolean hasLast = isInMemory();
    if (!headerChanged && (!hasLast || !lastResident().changed)) {
      return;
    }
    BlockWriter writer = context.writer;
    byte[] last = hasLast ? lastResident().encode(context.facts, writer) : new byte[0];
    writer.clear();
    writer.number(HEADER);
    writer.number(onDisk ? 1 : 0);
    writer.number(diskHigh);
    writer.number(diskHighLogical);
    writer.number(isShortened ? 1 : 0);
    writer.number(horizonLow);
    writer.number(horizonLogical);
    writer.number(hasLast ? 1 : 0);
    writer.number(hasLast ? lastResident().low : 0);
    writer.number(hasLast ? lastResident().lowLogical : 0);
    writeHeader(writer);
    if (context.isByTimeline) {
      context.verdicts.save(isKey(), id, writer);
    }
    byte[] header = writer.toBytes();
    byte[] block = Arrays.copyOf(header, header.length + last.length);
    System.arraycopy(last, 0, block, header.length, last.length);
    blocks.put(Blocks.Key.header(id), block);
    headerChanged = false;
    if (hasLast) {
      lastResident().changed = false;
    }
  }

  /** Step 4, and 2 for what came back. */
  private S load(Blocks.Key key) {
    context.reloads++;
    S segment =
        add(decode(key.low(), key.lowLogical(), context.reader(blocks.block(key).orElseThrow())));
    context.closed(this, segment);
    return segment;
  }

  private static boolean isBelow(Segment segment, long low, long lowLogical) {
    return TimestampRules.compareTimes(segment.low, segment.lowLogical, low, lowLogical) < 0;
  }

  private int residentFloor(long time, long logical) {
    int low = 0;
    int high = resident.size() - 1;
    if (high >= 0 && resident.get(high).startsBy(time, logical)) {
      return high;
    }
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (resident.get(middle).startsBy(time, logical)) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }
}
