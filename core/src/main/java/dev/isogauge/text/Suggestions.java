package dev.isogauge.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Finds the names that a mistyped one may have been meant to be. */
public final class Suggestions {
  private static final int MOST = 3;

  /** More names than a message should list. */
  private static final int MANY = 12;

  private Suggestions() {}

  /** The known names near enough to be what was meant, nearest first; at most three. */
  public static List<String> nearest(String typed, Collection<String> known) {
    String wanted = typed.toLowerCase(Locale.ROOT);
    int farthest = Math.max(1, Math.min(wanted.length(), 9) / 3);
    return byDistance(wanted, known).stream()
        .filter(name -> distance(wanted, name) <= farthest)
        .limit(MOST)
        .toList();
  }

  /** The clause to append to a message about an unknown name; empty if nothing is near. */
  public static String didYouMean(String typed, Collection<String> known) {
    List<String> near = nearest(typed, known).stream().map(name -> "'" + name + "'").toList();
    return near.isEmpty() ? "" : "; did you mean " + Words.alternatives(near) + "?";
  }

  /**
   * What to append to a message about an unknown name: what was meant, or else what there is. Of
   * many names only the nearest three are shown.
   *
   * @param expected the names that a message may list
   * @param known these and other spellings
   */
  public static String instead(String typed, List<String> expected, Collection<String> known) {
    String meant = didYouMean(typed, known);
    if (!meant.isEmpty()) {
      return meant;
    }
    if (expected.size() <= MANY) {
      return "; expected " + String.join(", ", expected);
    }
    return "; the nearest of "
        + expected.size()
        + " names are "
        + byDistance(typed.toLowerCase(Locale.ROOT), expected).stream()
            .limit(MOST)
            .collect(Collectors.joining(", "));
  }

  private static List<String> byDistance(String wanted, Collection<String> known) {
    return known.stream()
        .sorted(Comparator.comparingInt(name -> distance(wanted, name)))
        .distinct()
        .toList();
  }

  /** A name that contains what was typed is as near as one with a typo. */
  private static int distance(String wanted, String known) {
    String name = known.toLowerCase(Locale.ROOT);
    boolean begun = wanted.length() > 1 && name.startsWith(wanted);
    boolean contained = wanted.length() > 2 && name.contains(wanted);
    return begun || contained ? 1 : Words.edits(wanted, name);
  }
}
