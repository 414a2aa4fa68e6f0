package dev.isogauge.online;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectIterator;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * A thread that judges a part of the keys and sessions. Nothing it does depends on the order in
 * which batches come, so shards need not agree on anything.
 */
final class Shard implements Runnable {
  private static final int QUEUED_BATCHES = 6;

  /** How often verdicts are looked at that become final by time alone. */
  private static final long TICK_MILLIS = 10;

  /** A timeline that was not used for this many sweeps goes to disk as a whole. */
  private static final int IDLE_SWEEPS = 16;

  private static final long LOOK_AGAIN_MILLIS = 100;

  private final ShardContext context;
  private final MemoryGauge memory;
  private final Consumer<Throwable> failed;
  private final Consumer<Long> tick;
  private final BlockingQueue<ShardBatch> queue = new ArrayBlockingQueue<>(QUEUED_BATCHES);
  private final Long2ObjectOpenHashMap<KeyTimeline> keys = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<SessionTimeline> sessions = new Long2ObjectOpenHashMap<>();
  private final LongFunction<KeyTimeline> newKey;
  private final LongFunction<SessionTimeline> newSession;
  private final Consumer<ProvisionalVerdict> settle = this::settle;
  private int sweep;
  private long lastTick;
  private volatile long reloads;
  private volatile boolean stopped;
  private boolean hasFailed;

  Shard(ShardContext context, MemoryGauge memory, Consumer<Long> tick, Consumer<Throwable> failed) {
    this.context = context;
    this.newKey = id -> new KeyTimeline(id, context);
    this.newSession = id -> new SessionTimeline(id, context);
    this.memory = memory;
    this.tick = tick;
    this.failed = failed;
  }

  /**
   * Hands a batch over. Waits while the queue is full, which is never for long; the wait cannot be
   * interrupted, since half a transaction must not get lost.
   */
  void put(ShardBatch batch) {
    memory.add(batch.bytes());
    boolean interrupted = false;
    boolean taken = false;
    while (!taken && !stopped) {
      try {
        taken = queue.offer(batch, LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  void stop() {
    stopped = true;
    // Wakes the thread, which must not be interrupted: that would close the file it may be reading.
    boolean woken = queue.offer(new ShardBatch(0, new Submission()));
    assert woken || !queue.isEmpty();
  }

  ProvisionalVerdicts verdicts() {
    return context.verdicts;
  }

  long reloads() {
    return reloads;
  }

  @Override
  public void run() {
    while (!stopped) {
      ShardBatch batch = next();
      try {
        if (!hasFailed) {
          context.now = context.finality.now();
          if (batch != null) {
            process(batch);
          }
          keepHouse();
        }
      } catch (RuntimeException | Error e) {
        // From here on batches are taken and dropped, so that no producer waits for ever.
        hasFailed = true;
        failed.accept(e);
      } finally {
        if (batch != null) {
          memory.add(-batch.bytes());
          batch.done();
          memory.announce();
        }
      }
    }
  }

  private ShardBatch next() {
    try {
      return queue.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return null;
    }
  }

  private void process(ShardBatch batch) {
    for (int i = 0; i < batch.count; i++) {
      int slot = batch.slot(i);
      long id = batch.id(i);
      switch (batch.kind(i)) {
        case ShardBatch.READ -> key(id).read(slot, batch.operation(i), batch.value(i));
        case ShardBatch.READ_LIST ->
            key(id).readList(slot, batch.operation(i), batch.value(i), batch.list(i));
        case ShardBatch.WRITE -> key(id).write(slot, batch.value(i));
        case ShardBatch.APPEND -> key(id).append(slot, batch.list(i));
        default -> session(id).add(slot);
      }
    }
    if (batch.isDrain()) {
      context.verdicts.settleAll(batch.drainedSequence(), settle);
    }
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

  private void keepHouse() {
    if (context.now - lastTick >= TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS)) {
      lastTick = context.now;
      tick.accept(context.now);
      context.spillFinal();
    }
    context.verdicts.settle(settle);
    context.publish();
    if (memory.isTight()) {
      makeRoom();
    }
    reloads = context.reloads;
    memory.announce();
  }

  /** Collection, step 3 of {@link Timeline}: from the least to the most likely to be needed. */
  private void makeRoom() {
    keys.values().forEach(KeyTimeline::spillOld);
    sessions.values().forEach(SessionTimeline::spillOld);
    context.publish();
    if (!memory.isRelaxed()) {
      evict(sweep - IDLE_SWEEPS);
    }
    if (!memory.isRelaxed()) {
      keys.values().forEach(KeyTimeline::shrink);
      sessions.values().forEach(SessionTimeline::shrink);
      context.publish();
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

  /** Sends timelines to disk that were not used after a sweep. */
  private void evict(int usedInSweep) {
    evict(keys.values().iterator(), usedInSweep);
    evict(sessions.values().iterator(), usedInSweep);
    context.publish();
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
}
