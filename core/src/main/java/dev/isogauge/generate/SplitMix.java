package dev.isogauge.generate;

/**
 * Pseudo-random numbers by Steele, Lea and Flood's SplitMix64. The JDK's generators are not used
 * because their algorithms may change between releases; a seed must mean the same history forever.
 */
public final class SplitMix {
  private long state;

  public SplitMix(long seed) {
    state = seed;
  }

  public long next() {
    state += 0x9E3779B97F4A7C15L;
    long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  /** Uniform in 0..bound-1; the bias of at most bound / 2^32 is of no consequence here. */
  public int below(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  /** Uniform in [0, 1). */
  public double fraction() {
    return (next() >>> 11) * 0x1.0p-53;
  }
}
