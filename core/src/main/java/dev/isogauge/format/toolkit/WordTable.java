package dev.isogauge.format.toolkit;

import java.util.Arrays;

/**
 * The atoms of words that occurred in a buffer, found by the bytes of the word without making a
 * string. A word is known by its first occurrence in the buffer, so nothing is copied. Expected
 * O(length) per call.
 */
final class WordTable {
  static final long ABSENT = Long.MAX_VALUE;

  private final byte[] buffer;
  private int size;

  /** Two ints a slot: begin and end of the word's first occurrence; an end of 0 means free. */
  private int[] places = new int[2 * 256];

  private int[] hashes = new int[256];
  private long[] atoms = new long[256];

  WordTable(byte[] buffer) {
    this.buffer = buffer;
  }

  /** The atom of the word {@code buffer[begin..end)}, or {@link #ABSENT}. */
  long find(int begin, int end, int hash) {
    int slot = slot(begin, end, hash);
    return places[2 * slot + 1] == 0 ? ABSENT : atoms[slot];
  }

  /** Adds a word that is absent. */
  void add(int begin, int end, int hash, long atom) {
    if (2 * size >= atoms.length) {
      grow();
    }
    put(slot(begin, end, hash), begin, end, hash, atom);
    size++;
  }

  private void put(int slot, int begin, int end, int hash, long atom) {
    places[2 * slot] = begin;
    places[2 * slot + 1] = end;
    hashes[slot] = hash;
    atoms[slot] = atom;
  }

  private int slot(int begin, int end, int hash) {
    int mask = hashes.length - 1;
    int slot = (hash * 0x9E3779B9) >>> 8 & mask;
    while (places[2 * slot + 1] != 0
        && (hashes[slot] != hash
            || !Arrays.equals(
                buffer, places[2 * slot], places[2 * slot + 1], buffer, begin, end))) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    int[] oldPlaces = places;
    int[] oldHashes = hashes;
    long[] oldAtoms = atoms;
    places = new int[2 * oldPlaces.length];
    hashes = new int[2 * oldHashes.length];
    atoms = new long[2 * oldAtoms.length];
    for (int i = 0; i < oldAtoms.length; i++) {
      if (oldPlaces[2 * i + 1] != 0) {
        int begin = oldPlaces[2 * i];
        int end = oldPlaces[2 * i + 1];
        put(slot(begin, end, oldHashes[i]), begin, end, oldHashes[i], oldAtoms[i]);
      }
    }
  }
}
