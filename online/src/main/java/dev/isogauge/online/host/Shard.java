package dev.isogauge.online.host;

import dev.isogauge.online.kernel.KernelCounts;
import dev.isogauge.online.kernel.ShardBatch;
import dev.isogauge.online.kernel.ShardKernel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** A thread around a {@link ShardKernel}. */
final class Shard implements Runnable {
  private static final int QUEUED = 6;

  /** How often verdicts are reported that become final by time alone. */
  private static final long TICK_MILLIS = 10;

  private static final long LOOK_AGAIN_MILLIS = 100;

  private final ShardKernel kernel;
  private final MemoryGauge memory;
  private final StreamClock clock;
  private final LongConsumer tick;
  private final Consumer<Throwable> failed;
  private final BlockingQueue<Work> queue = new ArrayBlockingQueue<>(QUEUED);
  private volatile boolean stopped;
  private boolean hasFailed;

  /** State was saved, or has left: until something is to be done, time makes nothing final. */
  private boolean standsStill;

  private long lastTick;

  /** What the thread is asked to do. */
  private sealed interface Work {
    /** It is done, or was dropped. */
    void done();

    default long bytes() {
      return 0;
    }
  }

  private record Judge(ShardBatch batch, long now, Submission submission) implements Work {
    @Override
    public void done() {
      submission.done();
    }

    @Override
    public long bytes() {
      return batch.bytes();
    }
  }

  private record Drain(long position, CountDownLatch latch) implements Work {
    @Override
    public void done() {
      latch.countDown();
    }
  }

  private record Save(Saved saved, CountDownLatch latch) implements Work {
    @Override
    public void done() {
      latch.countDown();
    }
  }

  private record LeaveMemory(LongConsumer used, CountDownLatch latch) implements Work {
    @Override
    public void done() {
      latch.countDown();
    }
  }

  private record GoOn() implements Work {
    @Override
    public void done() {}
  }

  /** Takes what a shard saved. */
  static final class Saved {
    byte[] kernel = {};
  }

  Shard(
      ShardKernel kernel,
      MemoryGauge memory,
      StreamClock clock,
      LongConsumer tick,
      Consumer<Throwable> failed) {
    this.kernel = kernel;
    this.memory = memory;
    this.clock = clock;
    this.tick = tick;
    this.failed = failed;
  }

  /** Judges a batch that arrived at a moment. */
  void judge(ShardBatch batch, long now, Submission submission) {
    put(new Judge(batch, now, submission));
  }

  /** Makes everything up to a position in the source final. */
  void drain(long position, CountDownLatch latch) {
    put(new Drain(position, latch));
  }

  /**
   * Makes state durable; what is to be kept beside it is there once the latch has counted. Then
   * nothing is reported until {@link #goOn}, or until there is more to do.
   */
  void save(Saved saved, CountDownLatch latch) {
    put(new Save(saved, latch));
  }

  /**
   * Makes all state leave memory; the atoms that are used all the same are named once the latch has
   * counted. Then no atom is made until {@link #goOn}, or until there is more to do.
   */
  void leaveMemory(LongConsumer used, CountDownLatch latch) {
    put(new LeaveMemory(used, latch));
  }

  /** What the caller keeps beside the saved state is saved, too. */
  void goOn() {
    put(new GoOn());
  }

  /**
   * Hands work over. Waits while the queue is full, which is never for long; the wait cannot be
   * interrupted, since half a transaction must not get lost.
   */
  private void put(Work work) {
    memory.add(work.bytes());
    boolean interrupted = false;
    boolean taken = false;
    while (!taken && !stopped) {
      try {
        taken = queue.offer(work, LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
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
    // Wakes the thread, which must not be interrupted: a write waits for room without interruption.
    boolean woken = queue.offer(new GoOn());
    assert woken || !queue.isEmpty();
  }

  /** For use while nothing is done: between {@link #save} and {@link #goOn}. */
  ShardKernel kernel() {
    return kernel;
  }

  void addTo(KernelCounts counts) {
    kernel.addTo(counts);
  }

  @Override
  public void run() {
    while (!stopped) {
      Work work = next();
      try {
        if (!hasFailed) {
          work(work);
        }
      } catch (RuntimeException | Error e) {
        // From here on work is taken and dropped, so that no producer waits for ever.
        hasFailed = true;
        failed.accept(e);
      } finally {
        if (work != null) {
          memory.add(-work.bytes());
          done(work);
          memory.announce();
        }
      }
    }
  }

  private void done(Work work) {
    try {
      work.done();
    } catch (RuntimeException | Error e) {
      hasFailed = true;
      failed.accept(e);
    }
  }

  private Work next() {
    try {
      return queue.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return null;
    }
  }

  private void work(Work work) {
    standsStill &= work == null;
    if (work instanceof Judge judge) {
      tick(judge.now());
      kernel.take(judge.batch(), judge.now());
      judge.submission().tied(kernel.takeTies());
      kernel.evict();
    } else if (work instanceof Drain drain) {
      kernel.settleAll(drain.position());
      kernel.evict();
    } else if (work instanceof Save save) {
      kernel.forget();
      kernel.flush();
      save.saved().kernel = kernel.save();
      standsStill = true;
    } else if (work instanceof LeaveMemory leave) {
      kernel.evictAll();
      kernel.forEachAtom(leave.used());
      standsStill = true;
    } else if (work == null && !standsStill) {
      // Nothing waits: the time is that of the clock, not that of the last batch.
      long now = clock.now();
      tick(now);
      kernel.advance(now);
      kernel.evict();
    }
    memory.announce();
  }

  private void tick(long now) {
    if (now - lastTick >= TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS)) {
      lastTick = now;
      tick.accept(now);
    }
  }
}
