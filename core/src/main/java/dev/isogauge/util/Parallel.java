package dev.isogauge.util;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Runs loops on all cores with plain threads; the calling thread takes part. */
public final class Parallel {
  private static final int LEAST_WORK = 1 << 15;
  private static final int CORES = Runtime.getRuntime().availableProcessors();

  private Parallel() {}

  /** The number of threads that {@link #tasks} and {@link #ranges} use at most. */
  public static int cores() {
    return CORES;
  }

  /** A loop body over the half-open range from {@code begin} to {@code end}. */
  @FunctionalInterface
  public interface RangeBody {
    void run(int begin, int end);
  }

  /** A task known by its index. */
  @FunctionalInterface
  public interface Task {
    void run(int index);
  }

  /**
   * Into how many pieces to split some items: several per core, so that the cores are equally busy
   * when the work is uneven, but none too small.
   *
   * @param work a measure of the work that all items make, such as their operations
   */
  public static int pieces(int items, long work) {
    long most = Math.min(CORES == 1 ? 1 : 4L * CORES, work / LEAST_WORK);
    return (int) Math.max(1, Math.min(items, most));
  }

  /** Splits 0..count into ranges, as many as {@link #pieces} says, and runs them on all cores. */
  public static void ranges(int count, long work, RangeBody body) {
    ranges(count, work, Integer.MAX_VALUE, body);
  }

  /** The same with a limit to the number of ranges, where each has a cost of its own. */
  public static void ranges(int count, long work, int mostRanges, RangeBody body) {
    int pieces = Math.min(mostRanges, pieces(count, work));
    tasks(
        pieces,
        piece ->
            body.run(
                (int) ((long) count * piece / pieces),
                (int) ((long) count * (piece + 1) / pieces)));
  }

  /** Runs the tasks 0..count on all cores and rethrows the failure of the lowest-numbered one. */
  public static void tasks(int count, Task task) {
    AtomicInteger next = new AtomicInteger();
    AtomicReference<Failure> failure = new AtomicReference<>();
    Runnable worker =
        () -> {
          for (int index = next.getAndIncrement(); index < count; index = next.getAndIncrement()) {
            try {
              task.run(index);
            } catch (RuntimeException | Error thrown) {
              Failure mine = new Failure(index, thrown);
              failure.accumulateAndGet(
                  mine, (old, now) -> old == null || now.index() < old.index() ? now : old);
            }
          }
        };
    Thread[] helpers = new Thread[Math.max(0, Math.min(CORES, count) - 1)];
    for (int i = 0; i < helpers.length; i++) {
      helpers[i] = new Thread(worker, "isogauge-worker-" + i);
      helpers[i].setDaemon(true);
      helpers[i].start();
    }
    worker.run();
    for (Thread helper : helpers) {
      joinUninterruptibly(helper);
    }
    Failure first = failure.get();
    if (first != null) {
      first.rethrow();
    }
  }

  private static void joinUninterruptibly(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private record Failure(int index, Throwable thrown) {
    void rethrow() {
      if (thrown instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) thrown;
    }
  }
}
