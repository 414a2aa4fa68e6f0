package dev.isogauge.recorder.jdbc;

import java.util.Arrays;

/** A set of hashes for many threads; parts of it are locked one at a time. */
final class HashSet64 {
  private static final int PARTS = 16;

  private final Part[] parts = new Part[PARTS];

  HashSet64() {
    Arrays.setAll(parts, part -> new Part());
  }

  private static long mixed(long hash) {
    long mixed = (hash ^ hash >>> 32) * 0xD6E8_FEB8_6659_FD93L;
    mixed ^= mixed >>> 32;
    return mixed == 0 ? 1 : mixed;
  }

  void add(long hash) {
    long mixed = mixed(hash);
    parts[(int) (mixed >>> 60)].add(mixed);
  }

  boolean contains(long hash) {
    long mixed = mixed(hash);
    return parts[(int) (mixed >>> 60)].contains(mixed);
  }

  /** Open addressing; 0 marks a free place. */
  private static final class Part {
    private long[] places = new long[64];
    private int size;

    private int place(long hash) {
      int place = (int) hash & places.length - 1;
      while (places[place] != 0 && places[place] != hash) {
        place = place + 1 & places.length - 1;
      }
      return place;
    }

    synchronized boolean contains(long hash) {
      return places[place(hash)] != 0;
    }

    synchronized void add(long hash) {
      int place = place(hash);
      if (places[place] == 0) {
        places[place] = hash;
        if (++size * 2 > places.length) {
          long[] old = places;
          places = new long[2 * old.length];
          for (long each : old) {
            if (each != 0) {
              places[place(each)] = each;
            }
          }
        }
      }
    }
  }
}
