package dev.isogauge.text;

import java.util.List;
import java.util.Locale;

/** Small helpers of English. */
public final class Words {
  private Words() {}

  /** A count and its noun: {@code 1 file}, {@code 2,000 files}. */
  public static String count(long count, String noun) {
    return number(count) + " " + noun + (count == 1 ? "" : "s");
  }

  /** A number for people: {@code 2,000}. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** An enumeration: {@code a, b and c}. */
  public static String list(List<String> words) {
    return joined(words, " and ");
  }

  /** A choice: {@code a, b or c}. */
  public static String alternatives(List<String> words) {
    return joined(words, " or ");
  }

  private static String joined(List<String> words, String beforeLast) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + beforeLast + words.get(last);
  }

  /** The sentence begun with a capital, unless it begins with a name. */
  public static String capital(String sentence) {
    return sentence.startsWith("the ") ? "The " + sentence.substring(4) : sentence;
  }

  /** A name as it compares with others: without regard to case, spaces, hyphens, underscores. */
  public static String plain(String name) {
    return name.replaceAll("[-_ ]", "").toLowerCase(Locale.ROOT);
  }

  /** Edits between two words: insert, delete, replace, or swap two neighbours. */
  public static int edits(String from, String to) {
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
