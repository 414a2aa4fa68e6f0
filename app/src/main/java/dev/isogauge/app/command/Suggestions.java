package dev.isogauge.app.command;

import dev.isogauge.text.Words;
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
      int distance = name.startsWith(wanted) && wanted.length() > 1 ? 1 : Words.edits(wanted, name);
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
}
