package dev.isogauge.anomaly;

import dev.isogauge.text.Words;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The kinds of anomalies by the words that people use for them: the titles of reports, the letters
 * of the published patterns, and the names of the SQL standard's critics, of Adya and of Hermitage.
 */
public final class AnomalyWords {
  /** What is not a title or a letter; a word may stand for several kinds. */
  private static final Map<String, Set<AnomalyKind>> OTHER_WORDS = new LinkedHashMap<>();

  static {
    words(EnumSet.of(AnomalyKind.G0), "dirty write", "P0");
    words(EnumSet.of(AnomalyKind.ABORTED_READ, AnomalyKind.INTERMEDIATE_READ), "dirty read", "P1");
    words(EnumSet.of(AnomalyKind.ABORTED_READ), "G1a");
    words(EnumSet.of(AnomalyKind.INTERMEDIATE_READ), "G1b");
    words(
        EnumSet.of(AnomalyKind.ABORTED_READ, AnomalyKind.INTERMEDIATE_READ, AnomalyKind.G1C), "G1");
    words(EnumSet.of(AnomalyKind.G1C), "circular information flow");
    words(EnumSet.of(AnomalyKind.NON_REPEATABLE_READ), "fuzzy read", "unrepeatable read", "P2");
    words(EnumSet.of(AnomalyKind.NON_MONOTONIC_READ), "observed transaction vanishes", "OTV");
    words(EnumSet.of(AnomalyKind.LOST_UPDATE), "P4");
    words(
        EnumSet.of(AnomalyKind.FRACTURED_READ, AnomalyKind.G_SINGLE_ITEM),
        "read skew",
        "inconsistent read",
        "A5A");
    words(EnumSet.of(AnomalyKind.G2_ITEM), "write skew", "read-only anomaly", "A5B");
    words(EnumSet.of(AnomalyKind.G_NONADJACENT_ITEM), "long fork");
    words(EnumSet.of(AnomalyKind.G_SINGLE, AnomalyKind.G2), "phantom", "phantom read", "P3", "A3");
    words(EnumSet.of(AnomalyKind.G2), "phantom skew");
    words(EnumSet.of(AnomalyKind.G_SINGLE), "predicate-many-preceders", "PMP");
    words(EnumSet.of(AnomalyKind.THIN_AIR_READ), "out of thin air");
    words(EnumSet.of(AnomalyKind.G_SINGLE_ITEM_REALTIME), "stale read", "causal reverse");
  }

  /** What others than the authors of the TAP letters call it. */
  private static final Map<AnomalyKind, String> ELSEWHERE =
      Map.of(
          AnomalyKind.THIN_AIR_READ, "Elle's garbage read",
          AnomalyKind.ABORTED_READ, "Adya's G1a",
          AnomalyKind.NOT_MY_OWN_WRITE, "Elle's internal",
          AnomalyKind.NOT_MY_LAST_WRITE, "Elle's internal",
          AnomalyKind.INTERMEDIATE_READ, "Adya's G1b");

  private AnomalyWords() {}

  private static void words(Set<AnomalyKind> kinds, String... words) {
    for (String word : words) {
      OTHER_WORDS.put(word, kinds);
    }
  }

  /**
   * The kinds that a word stands for; none if nobody uses it. Case, spaces, hyphens and underscores
   * do not matter, and a pattern's letter may stand alone.
   */
  public static Set<AnomalyKind> find(String word) {
    String wanted = Words.plain(word);
    Set<AnomalyKind> found = EnumSet.noneOf(AnomalyKind.class);
    for (AnomalyKind kind : AnomalyKind.values()) {
      String letter = Words.plain(kind.letter());
      if (Words.plain(kind.title()).equals(wanted)
          || (!letter.isEmpty() && (letter.equals(wanted) || letter.equals("tap" + wanted)))) {
        found.add(kind);
      }
    }
    OTHER_WORDS.forEach(
        (other, kinds) -> {
          if (Words.plain(other).equals(wanted)) {
            found.addAll(kinds);
          }
        });
    return found;
  }

  /** The words that {@link #find} knows, titles first; several patterns may share a title. */
  public static List<String> known() {
    Stream<String> titles = Arrays.stream(AnomalyKind.values()).map(AnomalyKind::title);
    Stream<String> letters = Arrays.stream(AnomalyKind.values()).map(AnomalyKind::letter);
    return Stream.of(titles, letters, OTHER_WORDS.keySet().stream())
        .flatMap(each -> each)
        .filter(word -> !word.isEmpty())
        .distinct()
        .toList();
  }

  /** What else people call a kind, such as write skew for G2-item. */
  public static List<String> of(AnomalyKind kind) {
    return OTHER_WORDS.entrySet().stream()
        .filter(entry -> entry.getValue().contains(kind))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** What others than the authors of the TAP letters call a kind. */
  public static List<String> elsewhere(AnomalyKind kind) {
    return Optional.ofNullable(ELSEWHERE.get(kind)).stream().toList();
  }

  /** The title, with other names in parentheses: {@code AbortedRead (TAP-b, Adya's G1a)}. */
  public static String names(AnomalyKind kind) {
    List<String> others =
        Stream.concat(Stream.of(kind.letter()), elsewhere(kind).stream())
            .filter(name -> !name.isEmpty())
            .toList();
    return others.isEmpty() ? kind.title() : kind.title() + " (" + String.join(", ", others) + ")";
  }
}
