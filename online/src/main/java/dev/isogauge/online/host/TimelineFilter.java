package dev.isogauge.online.host;

/** Recognises most timelines that were not added: a Bloom filter of about a byte for each. */
final class TimelineFilter {
  private final long[] bits;
  private long last;
  private boolean hasLast;

  TimelineFilter(int timelinesAtMost) {
    int words = Integer.highestOneBit(Math.max(8, timelinesAtMost / 8)) * 2;
    bits = new long[words];
  }

  void add(long timeline) {
    if (hasLast && last == timeline) {
      return;
    }
    hasLast = true;
    last = timeline;
    long hash = hash(timeline);
    set(hash);
    set(hash >>> 32);
  }

  boolean mayHave(long timeline) {
    long hash = hash(timeline);
    return isSet(hash) && isSet(hash >>> 32);
  }

  private void set(long hash) {
    bits[word(hash)] |= 1L << hash;
  }

  private boolean isSet(long hash) {
    return (bits[word(hash)] & 1L << hash) != 0;
  }

  /** By bits that do not choose the bit within the word. */
  private int word(long hash) {
    return (int) (hash >>> 6) & bits.length - 1;
  }

  private static long hash(long timeline) {
    long mixed = (timeline ^ timeline >>> 32) * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ mixed >>> 29) * 0xbf58476d1ce4e5b9L;
    return mixed ^ mixed >>> 32;
  }
}
