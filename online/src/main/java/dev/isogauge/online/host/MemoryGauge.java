package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.kernel.StateMemory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the bytes that state in memory takes, and makes producers wait while it is full. */
final class MemoryGauge implements StateMemory {
  /** How long a producer sleeps at most before it looks again. */
  private static final long LOOK_AGAIN_MILLIS = 100;

  /** While state takes less than an eighth of the limit, only strings can be what fills it. */
  private static final int STATE_SHARE = 8;

  /** Summaries may take all but so small a part. */
  private static final int RESERVED_SHARE = 3;

  private final long cap;
  private final Atoms atoms;
  private final AtomicLong used = new AtomicLong();

  /** For summaries of state that has left memory. */
  private final AtomicLong reserved = new AtomicLong();

  private final AtomicLong waitedNanos = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition fell = lock.newCondition();
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile boolean open = true;

  /**
   * A gauge of a limit.
   *
   * @param atoms whose strings count too
   */
  MemoryGauge(long cap, Atoms atoms) {
    this.cap = cap;
    this.atoms = atoms;
  }

  @Override
  public void add(long bytes) {
    if (bytes != 0) {
      used.addAndGet(bytes);
    }
  }

  @Override
  public boolean reserve(long bytes) {
    if (reserved.addAndGet(bytes) > cap / RESERVED_SHARE * (RESERVED_SHARE - 1)) {
      reserved.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  /** What it is a limit of, without what is reserved. */
  private long room() {
    return cap - reserved.get();
  }

  long used() {
    return used.get() + atoms.symbolBytes();
  }

  /** With what is reserved. */
  long total() {
    return used() + reserved.get();
  }

  long waitedMillis() {
    return TimeUnit.NANOSECONDS.toMillis(waitedNanos.get());
  }

  /** Whether producers should wait. */
  boolean isFull() {
    return used() > room();
  }

  @Override
  public boolean isTight() {
    return used() > room() - room() * 2 / 5;
  }

  @Override
  public boolean isRelaxed() {
    return used() <= room() / 2;
  }

  /**
   * Waits while memory is full and the gauge is open. Strings alone make no one wait: those of what
   * is to be submitted cannot leave before it was.
   */
  void awaitRoom() throws InterruptedException {
    if (!mustWait()) {
      return;
    }
    long begin = System.nanoTime();
    lock.lockInterruptibly();
    try {
      waiting.incrementAndGet();
      while (mustWait() && open) {
        fell.await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
      }
    } finally {
      waiting.decrementAndGet();
      lock.unlock();
      waitedNanos.addAndGet(System.nanoTime() - begin);
    }
  }

  private boolean mustWait() {
    return isFull() && used.get() > room() / STATE_SHARE;
  }

  /** Lets waiting producers look again. */
  void announce() {
    if (waiting.get() > 0 && !mustWait()) {
      wake();
    }
  }

  /** Ends all waiting, now and later. */
  void shut() {
    open = false;
    wake();
  }

  private void wake() {
    lock.lock();
    try {
      fell.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
