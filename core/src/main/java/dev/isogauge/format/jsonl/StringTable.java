package dev.isogauge.format.jsonl;

/** The atoms of strings that occurred in a block, found by their characters. */
final class StringTable {
  static final long ABSENT = Long.MAX_VALUE;

  // Open addressing; a null string means free.
  private String[] strings = new String[256];
  private int[] hashes = new int[256];
  private long[] atoms = new long[256];
  private int size;

  static int hash(char[] characters, int offset, int length) {
    int hash = 0;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + characters[i];
    }
    return hash;
  }

  /** The atom of the string with these characters, or {@link #ABSENT}. */
  long find(char[] characters, int offset, int length, int hash) {
    int mask = strings.length - 1;
    int slot = first(hash, mask);
    while (strings[slot] != null) {
      if (hashes[slot] == hash && equal(strings[slot], characters, offset, length)) {
        return atoms[slot];
      }
      slot = (slot + 1) & mask;
    }
    return ABSENT;
  }

  /** Adds a string that is absent. */
  void add(String text, int hash, long atom) {
    if (2 * size >= strings.length) {
      grow();
    }
    put(text, hash, atom);
    size++;
  }

  private void put(String text, int hash, long atom) {
    int mask = strings.length - 1;
    int slot = first(hash, mask);
    while (strings[slot] != null) {
      slot = (slot + 1) & mask;
    }
    strings[slot] = text;
    hashes[slot] = hash;
    atoms[slot] = atom;
  }

  private void grow() {
    String[] oldStrings = strings;
    int[] oldHashes = hashes;
    long[] oldAtoms = atoms;
    strings = new String[2 * oldStrings.length];
    hashes = new int[strings.length];
    atoms = new long[strings.length];
    for (int i = 0; i < oldStrings.length; i++) {
      if (oldStrings[i] != null) {
        put(oldStrings[i], oldHashes[i], oldAtoms[i]);
      }
    }
  }

  private static int first(int hash, int mask) {
    return ((hash * 0x9E3779B9) >>> 8) & mask;
  }

  private static boolean equal(String text, char[] characters, int offset, int length) {
    if (text.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) != characters[offset + i]) {
        return false;
      }
    }
    return true;
  }
}
