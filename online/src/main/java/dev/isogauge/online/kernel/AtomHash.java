package dev.isogauge.online.kernel;

/** Spreads atoms, of which neighbours and multiples are common. */
final class AtomHash {
  private AtomHash() {}

  static long of(long atom) {
    long mixed = (atom ^ atom >>> 32) * 0x9e3779b97f4a7c15L;
    return mixed ^ mixed >>> 29;
  }
}
