package dev.isogauge.online.kernel;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectIterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * Judges a part of the keys and sessions. Nothing it does depends on the order in which batches of
 * other shards come, so shards need not agree on anything. For one thread at a time, but for what
 * it counts.
 */
public final class ShardKernel {
  /** A timeline that was not used for this many sweeps goes to disk as a whole. */
  private static final int IDLE_SWEEPS = 16;

  /** How many entries of a timeline stay in memory, roughly, when it is tight. */
  private static final int FEW_ENTRIES = 64;

  /** How many when that is not enough. */
  private static final int FEWEST_ENTRIES = 8;

  /** How many timelines that are not in memory are shortened at a time. */
  private static final int OTHERS_AT_ONCE = 4096;

  /** How often closed segments are examined. */
  private static final long SPILL_NANOS = 10_000_000;

  private final ShardContext context;
  private final StateMemory memory;
  private final Long2ObjectOpenHashMap<KeyTimeline> keys = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<SessionTimeline> sessions = new Long2ObjectOpenHashMap<>();
  private final LongFunction<KeyTimeline> newKey;
  private final LongFunction<SessionTimeline> newSession;
  private final Consumer<ProvisionalVerdict> settle = this::settle;
  private int sweep;
  private long lastSpill = Long.MIN_VALUE;
  private volatile long reloads;

  /** What is being taken, for {@link #take(byte[], long, Touched)}. */
  private final ShardBatch arrivals = new ShardBatch(ShardBatch.FIRST_CAPACITY);

  ShardKernel(ShardContext context, StateMemory memory) {
    this.context = context;
    this.memory = memory;
    this.newKey =
        id -> {
          context.cold.close(id);
          return new KeyTimeline(id, context);
        };
    this.newSession = id -> new SessionTimeline(id, context);
  }

  /** Judges what arrived at a moment, after all whose time had come before it. */
  public void take(ShardBatch batch, long now) {
    advance(now);
    for (int i = 0; i < batch.count; i++) {
      int slot = batch.slot(i);
      long id = batch.id(i);
      switch (batch.kind(i)) {
        case ShardBatch.READ -> {
          if (!takeRead(id, slot, batch.operation(i), batch.value(i))) {
            key(id).read(slot, batch.operation(i), batch.value(i));
          }
        }
        case ShardBatch.READ_LIST ->
            key(id).readList(slot, batch.operation(i), batch.value(i), batch.list(i));
        case ShardBatch.WRITE -> {
          if (!takeWrite(id, slot, batch.value(i))) {
            key(id).write(slot, batch.value(i));
          }
        }
        case ShardBatch.APPEND -> key(id).append(slot, batch.list(i));
        default -> session(id).add(slot);
      }
    }
    publish();
  }

  /** The ties of what was taken since the last call, for {@link Kernel#reportTies}. */
  public List<TieGroup> takeTies() {
    return context.ties.take();
  }

  /**
   * Judges a part of a transaction.
   *
   * @param part from a {@link TransactionSplitter}, of this process or another
   */
  public void take(byte[] part, long now) {
    ShardBatch batch = new ShardBatch(2);
    PartCodec.read(part, context.findings.atoms, context.table, batch);
    arrived(batch, now);
    take(batch, now);
  }

  /** Hears of timelines for which something came. */
  @FunctionalInterface
  public interface Touched {
    /**
     * Something came: a transaction of a session, or a read or write of a key.
     *
     * @param isKey whether it is the timeline of a key; that of a session otherwise
     * @param timeline the atom of the key or session
     */
    void timeline(boolean isKey, long timeline);
  }

  /**
   * Judges what concerns this shard of some transactions.
   *
   * @param bytes from {@link ShardBatches}, of this process or another
   */
  public void take(byte[] bytes, long now, Touched touched) {
    arrivals.clear();
    BatchCodec.read(new BlockReader(bytes, context.findings.atoms), context.facts, arrivals);
    arrived(arrivals, now);
    take(arrivals, now);
    for (int i = 0; i < arrivals.count; i++) {
      touched.timeline(arrivals.kind(i) != ShardBatch.SESSION, arrivals.id(i));
    }
  }

  /** Moves the horizon with what arrived. */
  private void arrived(ShardBatch batch, long now) {
    int last = TransactionTable.NO_SLOT;
    for (int i = 0; i < batch.count; i++) {
      int slot = batch.slot(i);
      if (slot != last && context.table.has(slot, TransactionTable.COUNTS)) {
        context.horizon.arrived(
            0,
            now,
            context.table.fact(slot, TransactionTable.COMMIT),
            context.table.fact(slot, TransactionTable.COMMIT_LOGICAL));
      }
      last = slot;
    }
  }

  /**
   * Where state is kept by timeline: makes final what is due of a timeline.
   *
   * @param isKey whether it is that of a key; that of a session otherwise
   * @param timeline the atom of the key or session
   * @param all whether everything is due
   */
  public void settle(boolean isKey, long timeline, boolean all) {
    Timeline<?> found = isKey ? key(timeline) : session(timeline);
    context.verdicts.settle(isKey, timeline, all, settle);
    found.verdictsChanged();
    publish();
  }

  /** Forgets all that is in memory, for a host that has no more use for it or its blocks. */
  public void discard() {
    keys.values().forEach(KeyTimeline::discard);
    keys.clear();
    sessions.values().forEach(SessionTimeline::discard);
    sessions.clear();
    context.forgetClosed();
    publish();
  }

  /** Makes the blocks hold all there is, and memory nothing but provisional verdicts. */
  public void evictAll() {
    evict(keys.values().iterator(), sweep);
    evict(sessions.values().iterator(), sweep);
    context.forgetClosed();
    context.keyBlocks.flush();
    publish();
  }

  /** Names the timelines with a provisional verdict that is in memory. */
  public void forEachAtom(LongConsumer action) {
    context.verdicts.forEachTimeline(action);
  }

  /** Moves the clock, never back, and makes final what is due. */
  public void advance(long now) {
    context.now = Math.max(context.now, now);
    if (lastSpill == Long.MIN_VALUE || context.now - lastSpill >= SPILL_NANOS) {
      lastSpill = context.now;
      context.spillFinal();
    }
    context.verdicts.settle(settle);
    publish();
  }

  /** Makes everything up to a position in the source final. */
  public void settleAll(long position) {
    context.verdicts.settleAll(position, settle);
    publish();
  }

  /**
   * Drops what is beyond the horizon: of timelines in memory, and of some that are not, so that all
   * get their turn.
   */
  public void forget() {
    Finality.Watermark floor = context.horizon.floor();
    if (floor.equals(Finality.Watermark.BELOW_ALL)) {
      return;
    }
    Long2ObjectOpenHashMap<ProvisionalVerdict> provisional = context.verdicts.earliestReads();
    eachInTurn(
        context.keyBlocks,
        keys,
        newKey,
        key -> forget(key, floor, Optional.ofNullable(provisional.get(key.id))));
    eachInTurn(context.sessionBlocks, sessions, newSession, each -> each.forget(floor));
    publish();
  }

  /**
   * Where state is kept by timeline: drops what of a timeline is beyond the horizon. False if
   * nothing is beyond it yet, in this process.
   */
  public boolean forget(boolean isKey, long timeline, long now) {
    context.horizon.advance(now);
    Finality.Watermark floor = context.horizon.floor();
    if (floor.equals(Finality.Watermark.BELOW_ALL)) {
      return false;
    }
    if (isKey) {
      forget(key(timeline), floor, context.verdicts.earliestRead(timeline));
    } else {
      session(timeline).forget(floor);
    }
    publish();
    return true;
  }

  private static void forget(
      KeyTimeline key, Finality.Watermark floor, Optional<ProvisionalVerdict> provisional) {
    boolean isProvisional =
        provisional.isPresent()
            && !floor.isBelow(provisional.get().time, provisional.get().logical);
    if (isProvisional) {
      key.forget(provisional.get().time, provisional.get().logical);
    } else {
      key.forget(floor.commit(), floor.logical());
    }
  }

  /** Does something with timelines in memory and some others. */
  private static <T extends Timeline<?>> void eachInTurn(
      Blocks blocks,
      Long2ObjectOpenHashMap<T> inMemory,
      LongFunction<T> maker,
      Consumer<T> action) {
    inMemory.values().forEach(action);
    for (long id : blocks.timelinesInTurn(OTHERS_AT_ONCE)) {
      if (!inMemory.containsKey(id)) {
        T timeline = maker.apply(id);
        action.accept(timeline);
        timeline.evict();
      }
    }
  }

  /** Makes the blocks hold all there is; memory keeps what it has. */
  public void flush() {
    keys.values().forEach(KeyTimeline::flush);
    sessions.values().forEach(SessionTimeline::flush);
    context.keyBlocks.flush();
  }

  /**
   * Lets state leave memory if it is tight: collection, step 3 of {@link Timeline}, from the least
   * to the most likely to be needed.
   */
  public void evict() {
    if (!memory.isTight()) {
      return;
    }
    keys.values().forEach(KeyTimeline::spillOld);
    sessions.values().forEach(SessionTimeline::spillOld);
    publish();
    if (!memory.isRelaxed()) {
      evict(sweep - IDLE_SWEEPS);
    }
    if (!memory.isRelaxed()) {
      shrink(FEW_ENTRIES, sweep);
    }
    // A timeline that comes back takes far longer than one that was cut short.
    if (memory.isTight()) {
      shrink(FEWEST_ENTRIES, sweep - 1);
    }
    if (memory.isTight()) {
      shrink(FEWEST_ENTRIES, sweep);
    }
    if (memory.isTight()) {
      evict(sweep - 1);
    }
    if (memory.isTight()) {
      evict(sweep);
    }
    context.forgetClosed();
    sweep++;
  }

  /** Keeps the last entries only of timelines that were not used after a sweep. */
  private void shrink(int keep, int usedInSweep) {
    shrink(keys.values(), keep, usedInSweep);
    shrink(sessions.values(), keep, usedInSweep);
    publish();
  }

  private static void shrink(Iterable<? extends Timeline<?>> timelines, int keep, int usedInSweep) {
    for (Timeline<?> timeline : timelines) {
      if (timeline.usedInSweep <= usedInSweep) {
        timeline.shrink(keep);
      }
    }
  }

  /** Sends timelines to disk that were not used after a sweep. */
  private void evict(int usedInSweep) {
    evict(keys.values().iterator(), usedInSweep);
    evict(sessions.values().iterator(), usedInSweep);
    publish();
  }

  private static void evict(ObjectIterator<? extends Timeline<?>> timelines, int usedInSweep) {
    while (timelines.hasNext()) {
      Timeline<?> timeline = timelines.next();
      if (timeline.usedInSweep <= usedInSweep) {
        timeline.evict();
        timelines.remove();
      }
    }
  }

  /** What must be kept beside the blocks, for {@link #restore}. */
  public byte[] save() {
    BlockWriter writer = context.writer;
    writer.clear();
    writer.number(context.now);
    writer.number(context.late.sum());
    writer.number(context.unjudged.sum());
    context.verdicts.save(writer);
    return writer.toBytes();
  }

  /** Goes on from what was saved; the blocks must be those of that moment. */
  public void restore(byte[] saved) {
    BlockReader reader = context.reader(saved);
    context.cold.incomplete();
    context.now = reader.number();
    context.late.add(reader.number());
    context.unjudged.add(reader.number());
    context.verdicts.restore(reader);
    publish();
  }

  /**
   * Writes what is known of keys that are not in memory: {@link #restoreSummaries} needs it to be
   * fast, not to be right.
   */
  public void saveSummaries(LongConsumer to) {
    keys.keySet().forEach(context.cold::inMemory);
    context.cold.save(to);
  }

  /** Takes what was saved with the same blocks, after {@link #restore}. */
  public void restoreSummaries(LongSupplier from) {
    context.cold.restore(from);
  }

  /** Takes a read without the key's timeline in memory; false if that is there or needed. */
  private boolean takeRead(long id, int slot, int operation, long value) {
    if (!isCold(id)) {
      return false;
    }
    AppendedEntries appended = context.appended;
    if (appended.takeRead(appended.find(id), id, slot, operation, value)) {
      return true;
    }
    if (!appended.isElsewhere()) {
      return false;
    }
    KeyTimeline looked = newKey.apply(id);
    return isTaken(looked, appended.takeRead(looked.peek(), id, slot, operation, value));
  }

  /** Takes a write in the same way. */
  private boolean takeWrite(long id, int slot, long value) {
    if (!isCold(id)) {
      return false;
    }
    AppendedEntries appended = context.appended;
    if (appended.takeWrite(appended.find(id), id, slot, value)) {
      return true;
    }
    if (!appended.isElsewhere()) {
      return false;
    }
    KeyTimeline looked = newKey.apply(id);
    return isTaken(looked, appended.takeWrite(looked.peek(), id, slot, value));
  }

  /** A timeline that was only looked at goes, or stays since it is needed. */
  private boolean isTaken(KeyTimeline looked, boolean taken) {
    if (taken) {
      looked.letGo();
    } else {
      context.cold.close(looked.id);
      keys.put(looked.id, looked);
    }
    return taken;
  }

  /** Whether a key is not in memory, where some have left it already. */
  private boolean isCold(long id) {
    return !context.cold.isEmpty() && !keys.containsKey(id);
  }

  private KeyTimeline key(long id) {
    KeyTimeline timeline = keys.computeIfAbsent(id, newKey);
    timeline.usedInSweep = sweep;
    return timeline;
  }

  private SessionTimeline session(long id) {
    SessionTimeline timeline = sessions.computeIfAbsent(id, newSession);
    timeline.usedInSweep = sweep;
    return timeline;
  }

  private void settle(ProvisionalVerdict pending) {
    if (pending.isRead()) {
      key(pending.timeline).settle(pending);
    } else {
      session(pending.timeline).settle(pending);
    }
  }

  private void publish() {
    context.publish();
    reloads = context.reloads;
  }

  /** Adds what was counted so far; safe to call from any thread. */
  public void addTo(KernelCounts counts) {
    counts.add(context, reloads);
  }
}
