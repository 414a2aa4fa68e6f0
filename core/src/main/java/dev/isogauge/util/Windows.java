package dev.isogauge.util;

import java.util.function.IntFunction;

/**
 * Goes along several chains side by side, in windows that hold the same share of every chain. The
 * sessions of a history are such chains: what a window holds happened at about the same time and
 * touches the same data, which is still in the cache, while a loop over one session after the other
 * goes through all data again for each of them. Any progress of the sessions is right; only speed
 * depends on it.
 */
public final class Windows {
  /** Work of a window: what it touches fits into the second-level cache. */
  private static final int WORK = 1 << 17;

  private final int[] begins;
  private final int count;
  private final int pieces;

  /**
   * Windows of some chains.
   *
   * @param begins the first item of each chain, and last the end of the last one
   * @param work a measure of the work that all items make, such as their operations
   */
  public Windows(int[] begins, long work) {
    this.begins = begins;
    this.count = (int) Math.max(1, work / WORK);
    this.pieces = Parallel.pieces(count, work);
  }

  /** How many pieces {@link #run} makes of the windows. */
  public int pieces() {
    return pieces;
  }

  /** Runs all windows on all cores, with one body for each piece. */
  public void run(IntFunction<Parallel.RangeBody> bodyOfPiece) {
    Parallel.tasks(
        pieces,
        piece -> {
          Parallel.RangeBody body = bodyOfPiece.apply(piece);
          int end = (int) ((long) count * (piece + 1) / pieces);
          for (int w = (int) ((long) count * piece / pieces); w < end; w++) {
            run(w, body);
          }
        });
  }

  /** Runs all windows in their order on the calling thread. */
  public void runInOrder(Parallel.RangeBody body) {
    for (int w = 0; w < count; w++) {
      run(w, body);
    }
  }

  private void run(int window, Parallel.RangeBody body) {
    for (int chain = 0; chain + 1 < begins.length; chain++) {
      int from = border(chain, window);
      int to = border(chain, window + 1);
      if (from < to) {
        body.run(from, to);
      }
    }
  }

  private int border(int chain, int window) {
    long length = (long) begins[chain + 1] - begins[chain];
    return begins[chain] + (int) (length * window / count);
  }
}
