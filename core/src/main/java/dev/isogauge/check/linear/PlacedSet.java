package dev.isogauge.check.linear;

import java.util.Arrays;

/**
 * The operations that a search has placed, as bits: those that must be placed and those that need
 * not be are numbered apart, both by begin. Knows its own short description for {@link SeenStates}.
 */
final class PlacedSet {
  /** Longs in front of the bits in a description. */
  private static final int HEADER = 2;

  private final int[] number;
  private final boolean[] optional;
  private final long[] certainBits;
  private final long[] optionalBits;
  private int certainPlaced;
  private int optionalPlaced;

  /** All words before this one are full. */
  private int full;

  private long[] description = new long[16];

  PlacedSet(Register register) {
    int size = register.size();
    number = new int[size];
    optional = new boolean[size];
    int certainCount = 0;
    int optionalCount = 0;
    for (int i = 0; i < size; i++) {
      optional[i] = register.isOptional(i);
      number[i] = optional[i] ? optionalCount++ : certainCount++;
    }
    certainBits = new long[(certainCount + 63) >> 6];
    optionalBits = new long[(optionalCount + 63) >> 6];
  }

  void add(int operation) {
    int word = number[operation] >> 6;
    if (optional[operation]) {
      optionalBits[word] |= 1L << number[operation];
      optionalPlaced++;
    } else {
      certainBits[word] |= 1L << number[operation];
      certainPlaced++;
      while (full < certainBits.length && certainBits[full] == -1L) {
        full++;
      }
    }
  }

  void remove(int operation) {
    int word = number[operation] >> 6;
    if (optional[operation]) {
      optionalBits[word] &= ~(1L << number[operation]);
      optionalPlaced--;
    } else {
      certainBits[word] &= ~(1L << number[operation]);
      certainPlaced--;
      full = Math.min(full, word);
    }
  }

  int certainPlaced() {
    return certainPlaced;
  }

  int size() {
    return certainPlaced + optionalPlaced;
  }

  /** Writes the set and a value to {@link #description}; returns its length. */
  int describe(int value) {
    int length = HEADER;
    int missing = certainPlaced - (full << 6);
    for (int word = full; missing > 0; word++) {
      missing -= Long.bitCount(certainBits[word]);
      length = put(length, certainBits[word]);
    }
    int certainLength = length;
    missing = optionalPlaced;
    for (int word = 0; missing > 0; word++) {
      missing -= Long.bitCount(optionalBits[word]);
      length = put(length, optionalBits[word]);
    }
    description[0] = (long) value << 32 | full;
    description[1] = certainLength;
    return length;
  }

  long[] description() {
    return description;
  }

  private int put(int length, long word) {
    if (length == description.length) {
      description = Arrays.copyOf(description, 2 * length);
    }
    description[length] = word;
    return length + 1;
  }
}
