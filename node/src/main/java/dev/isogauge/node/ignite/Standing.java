package dev.isogauge.node.ignite;

import java.util.Comparator;

/**
 * How a member stands. Members that were parted do not find each other again: all but one of them
 * have to join anew, without what they have in memory. The one that stays is the one that others
 * are with, or else the one that was so last, since it has the newest data.
 *
 * @param hasMajority whether it is in a majority now
 * @param lastMajority when it was last, in milliseconds; 0 if it has not been since it joined
 * @param node its number
 */
record Standing(boolean hasMajority, long lastMajority, int node) {
  private static final Comparator<Standing> WORST_FIRST =
      Comparator.comparing(Standing::hasMajority)
          .thenComparing(Standing::lastMajority)
          .thenComparing(Comparator.comparing(Standing::node).reversed());

  static Standing of(String text, int node) {
    String[] words = text.split(" ", -1);
    return new Standing(Boolean.parseBoolean(words[0]), Long.parseLong(words[1]), node);
  }

  String text() {
    return hasMajority + " " + lastMajority;
  }

  boolean isBetterThan(Standing other) {
    return WORST_FIRST.compare(this, other) > 0;
  }
}
