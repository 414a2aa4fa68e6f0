package dev.isogauge.history;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Rows as tokens: <code>{balance:5,owner:"x"}</code>, columns sorted by name, each name and value
 * written as its own token. Equal rows have equal tokens, so a row is a value like any other.
 */
final class RowTokens {
  private RowTokens() {}

  static String write(Atoms atoms, SortedMap<String, Long> columns) {
    StringBuilder token = new StringBuilder("{");
    for (Map.Entry<String, Long> column : columns.entrySet()) {
      if (token.length() > 1) {
        token.append(',');
      }
      token.append(Atoms.word(column.getKey())).append(':').append(atoms.token(column.getValue()));
    }
    return token.append('}').toString();
  }

  static SortedMap<String, Long> read(Atoms atoms, String token) {
    SortedMap<String, Long> columns = new TreeMap<>();
    int at = 1;
    while (token.charAt(at) != '}') {
      int colon = endOfWord(token, at);
      int end = endOfWord(token, colon + 1);
      columns.put(Atoms.unword(token.substring(at, colon)), atoms.of(token, colon + 1, end));
      at = token.charAt(end) == ',' ? end + 1 : end;
    }
    return columns;
  }

  /** Where a name, integer or string ends that begins here. */
  private static int endOfWord(String token, int begin) {
    int at = begin;
    if (token.charAt(at) == '"') {
      at++;
      while (token.charAt(at) != '"') {
        at += token.charAt(at) == '\\' ? 2 : 1;
      }
      return at + 1;
    }
    while (token.charAt(at) != ':' && token.charAt(at) != ',' && token.charAt(at) != '}') {
      at++;
    }
    return at;
  }
}
