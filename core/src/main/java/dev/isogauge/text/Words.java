package dev.isogauge.text;

import java.util.List;

/** Small helpers of English. */
public final class Words {
  private Words() {}

  /** A count and its noun: {@code 1 file}, {@code 2 files}. */
  public static String count(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** An enumeration: {@code a, b and c}. */
  public static String list(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }

  /** The sentence begun with a capital, unless it begins with a name. */
  public static String capital(String sentence) {
    return sentence.startsWith("the ") ? "The " + sentence.substring(4) : sentence;
  }
}
