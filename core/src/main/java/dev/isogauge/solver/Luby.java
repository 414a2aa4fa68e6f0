package dev.isogauge.solver;

/** 1, 1, 2, 1, 1, 2, 4, ...: M. Luby's sequence of search lengths. */
final class Luby {
  private Luby() {}

  /** The length of a search, counted from 1. */
  static int length(int index) {
    int i = index;
    while (true) {
      int power = Integer.highestOneBit(i + 1);
      if (power == i + 1) {
        return power >> 1;
      }
      i -= power - 1;
    }
  }
}
