package dev.isogauge.check.weak;

/**
 * The writers of a key in one chain, seen from a transaction t1: first those that happen before it,
 * then the unrelated ones (t1 itself among them if it is there), then those that happen after it.
 * Happens-before only grows along a chain, so binary search finds the borders.
 */
final class WriterZones {
  private final WritersByChain writers;
  private final HappensBefore before;

  WriterZones(WritersByChain writers, HappensBefore before) {
    this.writers = writers;
    this.before = before;
  }

  WritersByChain writers() {
    return writers;
  }

  /** Place of the segment's first writer that does not happen before t1, which is not initial. */
  int firstNotBefore(int segment, int t1) {
    return writers.firstAtOrAfter(segment, before.bound(t1, writers.chain(segment)));
  }

  /** Place of the segment's first writer that happens after t1; the segment's end if none. */
  int firstAfter(int segment, int t1) {
    int low = writers.segmentStart(segment);
    int high = writers.segmentEnd(segment);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (before.before(t1, writers.writer(middle))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
