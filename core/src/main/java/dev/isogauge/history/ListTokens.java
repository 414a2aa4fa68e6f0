package dev.isogauge.history;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Lists as histories write them: the tokens of their elements, in brackets. */
public final class ListTokens {
  private ListTokens() {}

  /** The list of these atoms. */
  public static String of(long[] list, Atoms atoms) {
    StringJoiner text = new StringJoiner(",", "[", "]");
    for (long element : list) {
      text.add(atoms.token(element));
    }
    return text.toString();
  }

  /** The elements of a list that {@link #of} wrote; those in quotes may hold commas. */
  public static List<String> elements(String list) {
    List<String> elements = new ArrayList<>();
    int begin = list.indexOf('[') + 1;
    boolean isQuoted = false;
    for (int i = begin; i < list.length(); i++) {
      char c = list.charAt(i);
      if (c == '\\' && isQuoted) {
        i++;
      } else if (c == '"') {
        isQuoted = !isQuoted;
      } else if (!isQuoted && (c == ',' || i == list.length() - 1)) {
        if (i > begin) {
          elements.add(list.substring(begin, i));
        }
        begin = i + 1;
      }
    }
    return elements;
  }
}
