package dev.isogauge.generate;

import dev.isogauge.anomaly.AnomalyKind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How many anomalies of a kind to plant.
 *
 * @param kind one of the published patterns, TAP-a to TAP-n
 */
public record Injection(AnomalyKind kind, int count) {
  private static final int MOST = 1_000_000;

  public Injection {
    if (kind.letter().isEmpty()) {
      throw new InvalidWorkloadException(
          "inject cannot plant " + kind.title() + "; expected one of " + titles());
    }
    InvalidWorkloadException.unlessBetween("inject " + kind.title(), count, 0, MOST);
  }

  /**
   * Reads {@code KIND=N} or {@code KIND}, which means one. A kind is known by its title or its
   * letter, in any case: {@code FracturedRead}, {@code k} and {@code TAP-k} are the same. A title
   * with two letters means the first of them.
   *
   * @throws InvalidWorkloadException if it cannot be read
   */
  public static Injection parse(String text) {
    int equals = text.indexOf('=');
    String name = (equals < 0 ? text : text.substring(0, equals)).strip();
    String count = equals < 0 ? "1" : text.substring(equals + 1).strip();
    AnomalyKind kind = kind(name).orElseThrow(() -> unknown(name));
    try {
      return new Injection(kind, Integer.parseInt(count));
    } catch (NumberFormatException e) {
      throw new InvalidWorkloadException(
          "inject " + name + " is '" + count + "'; expected a number from 0 to " + MOST);
    }
  }

  /** The titles of the kinds that can be planted. */
  public static List<String> titles() {
    return Arrays.stream(AnomalyKind.values())
        .filter(kind -> !kind.letter().isEmpty())
        .map(AnomalyKind::title)
        .distinct()
        .toList();
  }

  private static Optional<AnomalyKind> kind(String name) {
    return Arrays.stream(AnomalyKind.values())
        .filter(kind -> !kind.letter().isEmpty())
        .filter(
            kind ->
                kind.title().equalsIgnoreCase(name)
                    || kind.letter().equalsIgnoreCase(name)
                    || kind.letter().equalsIgnoreCase("TAP-" + name))
        .findFirst();
  }

  private static InvalidWorkloadException unknown(String name) {
    String nearest =
        titles().stream()
            .min(Comparator.comparingInt(title -> distance(title, name)))
            .orElseThrow();
    return new InvalidWorkloadException(
        "inject names '"
            + name
            + "'; did you mean "
            + nearest
            + "? Expected one of "
            + String.join(", ", titles())
            + ", or a letter from a to n");
  }

  /** Levenshtein's distance, ignoring case. */
  private static int distance(String first, String second) {
    String a = first.toLowerCase(Locale.ROOT);
    String b = second.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
