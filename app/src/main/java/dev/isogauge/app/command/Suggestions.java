package dev.isogauge.app.command;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that a mistyped one was meant to be. */
public final class Suggestions {
  private Suggestions() {}

  /** The nearest of the known names, if one is near enough to be what was meant. */
  static Optional<String> nearest(String typed, Collection<String> known) {
    String wanted = typed.toLowerCase(Locale.ROOT);
    String best = null;
    int bestDistance = Integer.MAX_VALUE;
    for (String name : known) {
      int distance = name.startsWith(wanted) && wanted.length() > 1 ? 1 : distance(wanted, name);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = name;
      }
    }
    boolean near = best != null && bestDistance <= Math.max(1, Math.min(wanted.length(), 9) / 3);
    return near ? Optional.of(best) : Optional.empty();
  }

  /** The clause to append to a message about an unknown name; empty if nothing is near. */
  public static String didYouMean(String typed, Collection<String> known) {
    return nearest(typed, known).map(name -> "; did you mean '" + name + "'?").orElse("");
  }

  /** Edits between two words: insert, delete, replace, or swap two neighbours. */
  static int distance(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          edits[i][j] = i + j;
          continue;
        }
        int replace = edits[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int shift = 1 + Math.min(edits[i - 1][j], edits[i][j - 1]);
        edits[i][j] = Math.min(replace, shift);
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
        }
      }
    }
    return edits[from.length()][to.length()];
  }
}
