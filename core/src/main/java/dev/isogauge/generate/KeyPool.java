package dev.isogauge.generate;

/**
 * The keys that are in use, by their place in the distribution. A key retires after a number of
 * writes, whoever planned them, and a new one takes its place for all clients at once: so lists
 * stay short, rows that are absent are met again and again, and clients never drift apart. Any
 * thread may ask.
 */
public final class KeyPool {
  private final int[] keyAt;

  /** How many writes were planned of each key in use; empty if keys stay. */
  private final int[] planned;

  private final int writesPerKey;
  private int nextKey;

  /**
   * A pool.
   *
   * @param keys how many are in use at a time
   * @param writesPerKey the number of writes after which a key retires; 0 for keys that stay
   */
  public KeyPool(int keys, int writesPerKey) {
    this.keyAt = new int[keys];
    this.planned = new int[writesPerKey > 0 ? keys : 0];
    this.writesPerKey = writesPerKey;
    while (nextKey < keys) {
      keyAt[nextKey] = nextKey++;
    }
  }

  /** The key that is at a place now. */
  public synchronized int at(int place) {
    return keyAt[place];
  }

  /** Counts a write of the key at a place, and retires a key that has had its writes. */
  public synchronized void countWrite(int place) {
    if (writesPerKey > 0 && ++planned[place] == writesPerKey) {
      planned[place] = 0;
      keyAt[place] = nextKey++;
    }
  }
}
