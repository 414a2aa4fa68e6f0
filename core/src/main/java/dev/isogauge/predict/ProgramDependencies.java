package dev.isogauge.predict;

import java.util.TreeSet;

/** Which of a few transactions depend on which others, and how. */
final class ProgramDependencies {
  private final int[] after;
  private final TreeSet<String> words = new TreeSet<>();

  ProgramDependencies(int members) {
    this.after = new int[members];
  }

  void add(int from, char how, int to) {
    if (from != to) {
      after[from] |= 1 << to;
      words.add("" + from + how + to);
    }
  }

  /**
   * Whether no serial order explains them.
   *
   * @param together whether only cycles count that are not already there among fewer members
   */
  boolean areCyclic(boolean together) {
    int all = (1 << after.length) - 1;
    if (!isCyclic(all)) {
      return false;
    }
    for (int left = 0; together && left < after.length; left++) {
      if (isCyclic(all & ~(1 << left))) {
        return false;
      }
    }
    return true;
  }

  private boolean isCyclic(int among) {
    for (int start = 0; start < after.length; start++) {
      int reached = (among >> start & 1) != 0 ? after[start] & among : 0;
      for (int round = 0; round < after.length; round++) {
        for (int m = 0; m < after.length; m++) {
          reached |= (reached >> m & 1) != 0 ? after[m] & among : 0;
        }
      }
      if ((reached >> start & 1) != 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ProgramDependencies dependencies && words.equals(dependencies.words);
  }

  @Override
  public int hashCode() {
    return words.hashCode();
  }

  @Override
  public String toString() {
    return String.join(" ", words);
  }
}
