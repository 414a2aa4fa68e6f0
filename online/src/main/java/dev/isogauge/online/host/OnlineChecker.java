package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.Kernel;
import dev.isogauge.online.kernel.KernelCounts;
import dev.isogauge.online.kernel.KernelSettings;
import dev.isogauge.online.kernel.OnlineListener;
import dev.isogauge.online.kernel.ShardKernel;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import it.unimi.dsi.fastutil.longs.LongSets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
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
 * <p>Memory is bounded: state beyond the limit goes to disk, and producers wait. Strings, which are
 * in {@link Atoms}, count too; {@link #forgetStrings} lets them go. Beside it there are a few words
 * for each session.
 *
 * <p>A checker whose state is durable ({@link #durable}) goes on after a restart from its last
 * checkpoint.
 */
public final class OnlineChecker implements StreamChecker {
  private static final long JOIN_MILLIS = 10_000;

  /** How many checkpoints can be gone back to. */
  static final int KEPT = 2;

  private static final List<String> KINDS = List.of("keys", "sessions", "conflicts");

  /** Strings leave memory once they have grown by a quarter of it. */
  private static final int STRINGS_SHARE = 4;

  private final boolean isDurable;
  private final StreamClock clock;
  private final Atoms atoms;
  private final MemoryGauge memory;
  private final Kernel kernel;
  private final StateStore store;
  private final Shard[] shards;
  private final Thread[] threads;
  private final long stringBytes;

  /** What strings took after they were forgotten. */
  private long keptStringBytes;

  /** The checkpoints of the store that are kept, and the one that was made last. */
  private final ArrayDeque<Long> checkpoints = new ArrayDeque<>();

  private final Object handOver = new Object();
  private final AtomicLong submitted = new AtomicLong();
  private final AtomicLong judged = new AtomicLong();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean closed;

  /**
   * Starts the threads of the shards. Its files are deleted on close.
   *
   * @param atoms of the blocks to be submitted: keys, values and names are looked up here
   * @param listener hears of what is found, from the threads of the shards and of submitters
   * @throws IllegalArgumentException for a level that timestamps do not decide
   * @throws UncheckedIOException if the directory cannot be used
   */
  public OnlineChecker(OnlineSettings settings, Atoms atoms, OnlineListener listener) {
    this(
        settings,
        atoms,
        listener,
        StreamClock.running(),
        false,
        List.of(),
        DiskSpace.impatient(settings.directory()));
  }

  /**
   * A checker whose state survives as {@link #checkpoint} left it.
   *
   * @param atoms of the blocks to be submitted
   * @param clock the time of the stream
   * @param checkpoints the latest ones, newest last: checking resumes from that one; none for a
   *     beginning
   * @throws UncheckedIOException if the state of the newest checkpoint is not whole
   */
  public static OnlineChecker durable(
      OnlineSettings settings,
      Atoms atoms,
      OnlineListener listener,
      StreamClock clock,
      List<byte[]> checkpoints) {
    DiskSpace space = DiskSpace.impatient(settings.directory());
    return new OnlineChecker(settings, atoms, listener, clock, true, checkpoints, space);
  }

  /**
   * The same on a disk that may be full at times.
   *
   * @param space what writes do then
   */
  public static OnlineChecker durable(
      OnlineSettings settings,
      Atoms atoms,
      OnlineListener listener,
      StreamClock clock,
      List<byte[]> checkpoints,
      DiskSpace space) {
    return new OnlineChecker(settings, atoms, listener, clock, true, checkpoints, space);
  }

  private OnlineChecker(
      OnlineSettings settings,
      Atoms atoms,
      OnlineListener listener,
      StreamClock clock,
      boolean isDurable,
      List<byte[]> saved,
      DiskSpace space) {
    if (settings.level() != IsolationLevel.SNAPSHOT_ISOLATION
        && settings.level() != IsolationLevel.SERIALIZABILITY) {
      throw new IllegalArgumentException(
          "level "
              + settings.level().id()
              + " is not checked online; expected snapshot-isolation or serializability");
    }
    this.isDurable = isDurable;
    this.clock = clock;
    this.atoms = atoms;
    memory =
        new MemoryGauge(
            settings.memoryBytes() - 2 * settings.memoryBytes() / StateStore.MEMORY_SHARE, atoms);
    stringBytes = settings.memoryBytes() / STRINGS_SHARE;
    kernel =
        new Kernel(
            new KernelSettings(
                settings.level() == IsolationLevel.SNAPSHOT_ISOLATION,
                settings.clock(),
                nanos(settings.delay()),
                nanos(settings.idle()),
                settings.initialValue(),
                settings.horizon()),
            atoms,
            listener,
            memory);
    try {
      List<CheckerState> states = new ArrayList<>();
      for (byte[] each : saved) {
        states.add(CheckerState.decode(each));
      }
      Optional<CheckerState> state =
          states.isEmpty() ? Optional.empty() : Optional.of(states.get(states.size() - 1));
      states.forEach(each -> checkpoints.add(each.store()));
      int count = state.map(known -> known.shards().size()).orElse(settings.shards());
      shards = new Shard[count];
      threads = new Thread[count];
      store =
          new StateStore(
              settings.directory(),
              KINDS,
              settings.memoryBytes(),
              space,
              state.isPresent() ? OptionalLong.of(state.get().store()) : OptionalLong.empty());
      try {
        store.keep(Set.copyOf(checkpoints));
        ShardKernel[] kernels = new ShardKernel[count];
        for (int i = 0; i < count; i++) {
          kernels[i] =
              kernel.shard(
                  store.blocks(0, i, atoms), store.blocks(1, i, atoms), store.blocks(2, i, atoms));
        }
        if (state.isPresent()) {
          restore(state.get(), kernels);
        }
        for (int i = 0; i < count; i++) {
          shards[i] = new Shard(kernels[i], memory, clock, kernel::moveWatermark, this::failed);
          threads[i] = new Thread(shards[i], "isogauge-shard-" + i);
          threads[i].setDaemon(true);
        }
      } catch (IOException | RuntimeException e) {
        store.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (Thread thread : threads) {
      thread.start();
    }
  }

  private void restore(CheckerState state, ShardKernel[] kernels) throws IOException {
    clock.reach(state.now());
    kernel.restore(state.kernel());
    submitted.set(state.submitted());
    judged.set(state.submitted());
    for (int i = 0; i < kernels.length; i++) {
      kernels[i].restore(state.shards().get(i));
    }
    store.summaries(
        from -> {
          for (ShardKernel each : kernels) {
            each.restoreSummaries(from);
          }
        });
  }

  /** The duration in nanoseconds; of a longer one, as many as a long holds. */
  private static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  /**
   * Sets the value that keys have before the first write, in place of that of the settings. Called
   * before the first transaction comes.
   */
  @Override
  public void initialValue(long atom) {
    kernel.initialValue(atom);
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
    submit(block, clock.now());
  }

  /**
   * As {@link #submit(RawBlock)}.
   *
   * @param now when the block arrived, by the clock of the stream
   */
  @Override
  public void submit(RawBlock block, long now) throws InterruptedException {
    kernel.validate(block, atoms);
    memory.awaitRoom();
    requireWorking();
    Submission submission = new Submission(block.fragmentCount(), judged, kernel::reportTies);
    // All shards get transactions in the same order: a tie belongs to the later submission.
    synchronized (handOver) {
      long position = submitted.getAndAdd(block.fragmentCount()) + 1;
      kernel.take(
          block,
          position,
          now,
          shards.length,
          (shard, batch) -> {
            submission.handedOver();
            shards[shard].judge(batch, now, submission);
          });
    }
    submission.done();
  }

  /**
   * Fails as {@link #submit} would if a transaction by itself cannot be judged, and takes nothing:
   * for callers that must know before they acknowledge a block.
   *
   * @param names the atoms of the block, which may be others than those of the checker
   * @throws IllegalArgumentException as {@link #submit} throws it
   */
  @Override
  public void validate(RawBlock block, Atoms names) {
    kernel.validate(block, names);
  }

  /** Whether {@link #submit} would wait. */
  @Override
  public boolean isFull() {
    return memory.isFull();
  }

  /** What has been done so far; safe to call from any thread at any time. */
  @Override
  public OnlineStatistics statistics() {
    KernelCounts counts = counts();
    return new OnlineStatistics(
        submitted.get(),
        judged.get(),
        counts.pending(),
        counts.flipFlops(),
        Arrays.stream(counts.flipFlopsPerRead()).boxed().toList(),
        Arrays.stream(counts.rectifiedWithin()).boxed().toList(),
        counts.late(),
        counts.unjudged(),
        memory.total(),
        store.writtenBytes(),
        store.diskBytes(),
        counts.reloads(),
        memory.waitedMillis());
  }

  /** How many keys came, since the checker was started. */
  long keyCount() {
    return counts().keys();
  }

  private KernelCounts counts() {
    KernelCounts counts = new KernelCounts();
    for (Shard shard : shards) {
      shard.addTo(counts);
    }
    return counts;
  }

  /**
   * Waits until all that was submitted is judged, and makes every verdict final.
   *
   * @throws IllegalStateException if the checker is closed or has failed
   */
  @Override
  public void drain() throws InterruptedException {
    requireWorking();
    CountDownLatch done = new CountDownLatch(shards.length);
    long position = submitted.get();
    for (Shard shard : shards) {
      shard.drain(position, done);
    }
    await(done);
  }

  /**
   * Makes state durable as it is after all that was submitted; nothing may be submitted meanwhile.
   * {@link #durable} goes on from what this returns, once {@link #checkpointed} was called or not.
   * Until {@link #goOn}, or the next submission, nothing is reported: what a listener has heard by
   * then is what {@link #durable} will not report again.
   *
   * @throws IllegalStateException if the checker is closed or has failed
   */
  public byte[] checkpoint() throws InterruptedException {
    requireWorking();
    CountDownLatch done = new CountDownLatch(shards.length);
    List<Shard.Saved> saved = new ArrayList<>();
    for (Shard shard : shards) {
      Shard.Saved part = new Shard.Saved();
      saved.add(part);
      shard.save(part, done);
    }
    await(done);
    try {
      checkpoints.add(
          store.checkpoint(
              to -> {
                for (Shard shard : shards) {
                  shard.kernel().saveSummaries(to);
                }
              }));
      return new CheckerState(
              clock.now(),
              submitted.get(),
              checkpoints.getLast(),
              kernel.save(),
              saved.stream().map(part -> part.kernel).toList())
          .encode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The listener has saved what it heard before {@link #checkpoint} returned. */
  public void goOn() {
    for (Shard shard : shards) {
      shard.goOn();
    }
  }

  /** What {@link #checkpoint} returned is kept: all but it and the one before are given up. */
  public void checkpointed() {
    while (checkpoints.size() > KEPT) {
      checkpoints.poll();
    }
    store.keep(Set.copyOf(checkpoints));
  }

  /**
   * Lets strings leave memory if they take much of it, and with them all state that is not on disk
   * yet. For one thread: nothing may be submitted meanwhile, and afterwards no block whose atoms
   * were made before.
   *
   * @throws IllegalStateException if the checker is closed or has failed
   */
  @Override
  public void forgetStrings() throws InterruptedException {
    if (hasManyStrings()) {
      forgetStringsNow();
    }
  }

  @Override
  public void relieve() throws InterruptedException {
    if (memory.isFull()) {
      forgetStringsNow();
    }
  }

  /** Whether {@link #forgetStrings} would do something. */
  boolean hasManyStrings() {
    return atoms.symbolBytes() - keptStringBytes > stringBytes;
  }

  void forgetStringsNow() throws InterruptedException {
    requireWorking();
    CountDownLatch done = new CountDownLatch(shards.length);
    LongSet used = LongSets.synchronize(new LongOpenHashSet());
    for (Shard shard : shards) {
      shard.leaveMemory(used::add, done);
    }
    await(done);
    kernel.forEachAtom(used::add);
    atoms.retain(used::contains);
    keptStringBytes = atoms.symbolBytes();
    goOn();
  }

  private void await(CountDownLatch done) throws InterruptedException {
    while (!done.await(100, TimeUnit.MILLISECONDS)) {
      requireWorking();
    }
    requireWorking();
  }

  /**
   * Stops at once, without judging what is still waiting. Deletes what lies on disk, unless it is
   * durable.
   */
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
    if (Arrays.stream(threads).anyMatch(Thread::isAlive)) {
      // A thread that hangs in the store would end the process if it were closed.
      failed(new IllegalStateException("a thread does not end"));
    } else if (isDurable) {
      store.close();
    } else {
      store.remove();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
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
