package dev.isogauge.online;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.OnlineSettings.FinalityClock;
import dev.isogauge.online.ShardContext.Shared;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Checks transactions against snapshot isolation or serializability, in the order that their
 * timestamps claim, while they arrive.
 *
 * <pre>{@code
 * Atoms atoms = new Atoms();
 * RawBlock block = new RawBlock();
 * block.transaction(atoms.integer(1), atoms.text("t1"), Outcome.COMMITTED, 0);
 * block.timestamps(10, 20);
 * block.write(atoms.text("x"), atoms.integer(7));
 *
 * OnlineSettings settings = OnlineSettings.of(IsolationLevel.SNAPSHOT_ISOLATION, directory);
 * try (OnlineChecker checker = new OnlineChecker(settings, atoms, listener)) {
 *   checker.submit(block); // as often as transactions come in, from any thread
 *   checker.drain(); // at the end: every verdict is final now
 * }
 * }</pre>
 *
 * <p>Transactions may come in any order. What is found, less what is withdrawn, does not depend on
 * it, nor on the number of shards, nor on what lies on disk. Only a session whose transactions have
 * no sequence numbers takes its order from their arrival.
 *
 * <p>A read that shows a value from a transaction that has not arrived yet may be right after all.
 * So its verdict is provisional until a deadline ({@link OnlineSettings#delay}), and findings are
 * reported then.
 *
 * <p>Memory is bounded, except for strings, which stay in {@link Atoms}, for a few words for each
 * session, and for pairs of transactions with a timestamp tie.
 */
public final class OnlineChecker implements AutoCloseable {
  private static final long JOIN_MILLIS = 10_000;

  private final OnlineSettings settings;
  private final MemoryGauge memory;
  private final TransactionTable table;
  private final Finality finality;
  private final SegmentStore store;
  private final Arrivals arrivals;
  private final Shard[] shards;
  private final Thread[] threads;
  private final AtomicLong submitted = new AtomicLong();
  private final AtomicLong judged = new AtomicLong();
  private final AtomicLong late = new AtomicLong();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean closed;

  /**
   * Starts the threads of the shards.
   *
   * @param atoms of the blocks to be submitted: keys, values and names are looked up here
   * @param listener hears of what is found, from the threads of the shards and of submitters
   * @throws IllegalArgumentException for a level that timestamps do not decide
   * @throws java.io.UncheckedIOException if the directory cannot be used
   */
  public OnlineChecker(OnlineSettings settings, Atoms atoms, OnlineListener listener) {
    if (settings.level() != IsolationLevel.SNAPSHOT_ISOLATION
        && settings.level() != IsolationLevel.SERIALIZABILITY) {
      throw new IllegalArgumentException(
          "level "
              + settings.level().id()
              + " is not checked online; expected snapshot-isolation or serializability");
    }
    this.settings = settings;
    memory = new MemoryGauge(settings.memoryBytes());
    table = new TransactionTable(memory);
    FindingBuilder findings = new FindingBuilder(table, atoms);
    finality = new Finality(settings, table);
    store = new SegmentStore(settings.directory());
    TransactionOrder order =
        new TransactionOrder(settings.level() == IsolationLevel.SNAPSHOT_ISOLATION, table, atoms);
    arrivals = new Arrivals(table, order, findings, listener, new SessionProgress(atoms), finality);
    Shared shared =
        new Shared(
            table,
            order,
            findings,
            listener,
            finality,
            memory,
            ConcurrentHashMap.newKeySet(),
            late,
            store,
            settings.initialValue());
    shards = new Shard[settings.shards()];
    threads = new Thread[shards.length];
    for (int i = 0; i < shards.length; i++) {
      shards[i] = new Shard(new ShardContext(shared, i), memory, this::tick, this::failed);
      threads[i] = new Thread(shards[i], "isogauge-shard-" + i);
      threads[i].setDaemon(true);
    }
    for (Thread thread : threads) {
      thread.start();
    }
  }

  /**
   * Takes the transactions of a block; waits while memory is full. Safe to call from several
   * threads. When it throws, nothing of the block was taken.
   *
   * @throws IllegalArgumentException if a committed transaction lacks a timestamp, a session has
   *     transactions with and without sequence numbers, or a transaction uses a key as a list and
   *     as a register; the message names the line
   * @throws IllegalStateException if the checker is closed or has failed
   */
  public void submit(RawBlock block) throws InterruptedException {
    arrivals.validate(block);
    memory.awaitRoom();
    requireWorking();
    arrivals.take(block, shards, new Submission(block.fragmentCount(), judged));
    submitted.addAndGet(block.fragmentCount());
  }

  /**
   * Fails as {@link #submit} would if a transaction by itself cannot be judged, and takes nothing:
   * for callers that must know before they acknowledge a block.
   *
   * @throws IllegalArgumentException as {@link #submit} throws it
   */
  public void validate(RawBlock block) {
    arrivals.validate(block);
  }

  /** Whether {@link #submit} would wait. */
  public boolean isFull() {
    return memory.isFull();
  }

  /** What has been done so far; safe to call from any thread at any time. */
  public OnlineStatistics statistics() {
    long[] flips = new long[4];
    long[] rectified = new long[5];
    long pending = 0;
    long flipFlops = 0;
    long reloads = 0;
    for (Shard shard : shards) {
      ProvisionalVerdicts verdicts = shard.verdicts();
      pending += verdicts.pendingViolations();
      flipFlops += verdicts.flipFlops();
      verdicts.addFlipClasses(flips);
      verdicts.addTimeClasses(rectified);
      reloads += shard.reloads();
    }
    return new OnlineStatistics(
        submitted.get(),
        judged.get(),
        pending,
        flipFlops,
        Arrays.stream(flips).boxed().toList(),
        Arrays.stream(rectified).boxed().toList(),
        late.get(),
        memory.used(),
        store.writtenBytes(),
        reloads,
        memory.waitedMillis());
  }

  /**
   * Waits until all that was submitted is judged, and makes every verdict final.
   *
   * @throws IllegalStateException if the checker is closed or has failed
   */
  public void drain() throws InterruptedException {
    requireWorking();
    CountDownLatch done = new CountDownLatch(shards.length);
    long sequence = arrivals.lastSequence();
    for (Shard shard : shards) {
      shard.put(ShardBatch.drain(sequence, done));
    }
    while (!done.await(100, TimeUnit.MILLISECONDS)) {
      requireWorking();
    }
    requireWorking();
  }

  /** Stops at once, without judging what is still waiting, and deletes what lies on disk. */
  @Override
  public void close() {
    closed = true;
    memory.shut();
    for (Shard shard : shards) {
      shard.stop();
    }
    boolean interrupted = false;
    for (Thread thread : threads) {
      try {
        thread.join(JOIN_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    store.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void tick(long now) {
    if (settings.clock() == FinalityClock.EVENT_TIME) {
      arrivals.advanceWatermark(now, Finality.nanos(settings.idle()));
    }
  }

  private void failed(Throwable cause) {
    failure.compareAndSet(null, cause);
    memory.shut();
  }

  private void requireWorking() {
    Throwable cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("checking has failed: " + cause.getMessage(), cause);
    }
    if (closed) {
      throw new IllegalStateException("the checker is closed");
    }
  }
}
