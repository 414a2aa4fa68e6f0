package dev.isogauge.check.weak;

import dev.isogauge.order.SessionOrder;

/**
 * The writers of each key, ascending, so that those of one chain stand together: a segment. O(keys
 * + writes).
 */
final class WritersByChain {
  private final int[] begin;
  private final int[] writers;

  // Segments of key x: indexes segmentBegin[x] .. segmentBegin[x + 1).
  private final int[] segmentBegin;

  /** Where a segment begins in writers; it ends where the next begins. */
  private final int[] segmentStart;

  private final int[] segmentChain;

  WritersByChain(WeakIndex index) {
    int keys = index.keyCount();
    int[] offsets = new int[keys + 2];
    for (int w = 0; w < index.writeCount(); w++) {
      offsets[index.writeKey(w) + 2]++;
    }
    for (int x = 0; x < keys; x++) {
      offsets[x + 2] += offsets[x + 1];
    }
    writers = new int[index.writeCount()];
    for (int v = 0; v < index.nodeCount(); v++) {
      for (int w = index.firstWrite(v); w < index.endWrite(v); w++) {
        writers[offsets[index.writeKey(w) + 1]++] = v;
      }
    }
    begin = offsets;
    segmentBegin = new int[keys + 1];
    int segments = 0;
    for (int x = 0; x < keys; x++) {
      segmentBegin[x] = segments;
      int chain = -1;
      for (int i = begin[x]; i < begin[x + 1]; i++) {
        if (index.chains().chain(writers[i]) != chain) {
          chain = index.chains().chain(writers[i]);
          segments++;
        }
      }
    }
    segmentBegin[keys] = segments;
    segmentStart = new int[segments + 1];
    segmentChain = new int[segments];
    fillSegments(index.chains(), keys);
  }

  private void fillSegments(SessionOrder chains, int keys) {
    int segment = 0;
    for (int x = 0; x < keys; x++) {
      for (int i = begin[x]; i < begin[x + 1]; i++) {
        int chain = chains.chain(writers[i]);
        if (i == begin[x] || chain != segmentChain[segment - 1]) {
          segmentStart[segment] = i;
          segmentChain[segment++] = chain;
        }
      }
    }
    segmentStart[segment] = writers.length;
  }

  int firstSegment(int key) {
    return segmentBegin[key];
  }

  int endSegment(int key) {
    return segmentBegin[key + 1];
  }

  int chain(int segment) {
    return segmentChain[segment];
  }

  int segmentStart(int segment) {
    return segmentStart[segment];
  }

  int segmentEnd(int segment) {
    return segmentStart[segment + 1];
  }

  int writer(int place) {
    return writers[place];
  }

  /** The place in the segment of the first writer at or after the node; the end if none. O(log). */
  int firstAtOrAfter(int segment, int node) {
    int low = segmentStart[segment];
    int high = segmentStart[segment + 1];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (writers[middle] < node) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
