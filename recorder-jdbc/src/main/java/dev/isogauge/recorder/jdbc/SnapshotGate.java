package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.RecordedStatement.Insertion;
import dev.isogauge.recorder.jdbc.Tokens.Kind;
import dev.isogauge.recorder.jdbc.Tokens.Token;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Lets a statement of PostgreSQL note its own snapshot in a setting of its session: the condition
 *
 * <pre>
 *   (SELECT set_config('isogauge.snapshot', txid_current_snapshot()::text, false)) IS NOT NULL
 * </pre>
 *
 * in front of its own one. It depends on no row, so the server computes it once, before it looks
 * for rows, and finds these as it would without. Result, count and metadata stay what they are.
 * Only the plainest forms are changed; others stay as they are.
 */
final class SnapshotGate {
  static final String SETTING = "isogauge.snapshot";

  private static final String CONDITION =
      "(SELECT set_config('" + SETTING + "', txid_current_snapshot()::text, false)) IS NOT NULL";

  /** Words that end a condition of a statement, or the tables where it has none. */
  private static final Set<String> ENDS =
      Set.of(
          "GROUP",
          "HAVING",
          "WINDOW",
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "ORDER",
          "LIMIT",
          "OFFSET",
          "FETCH",
          "FOR",
          "RETURNING");

  /**
   * Where the condition of a statement stands.
   *
   * @param where the token behind WHERE; -1 if there is none
   * @param end the token behind the condition
   */
  record Place(int where, int end) {}

  private SnapshotGate() {}

  /** The statement with the condition; none if it is not certain where that belongs. */
  static Optional<String> of(String sql, List<Token> tokens) {
    List<Insertion> insertions = insertions(tokens, 0);
    if (insertions.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder(sql);
    for (int i = insertions.size() - 1; i >= 0; i--) {
      text.insert(insertions.get(i).place(), insertions.get(i).text());
    }
    return Optional.of(text.toString());
  }

  /**
   * What the condition consists of, in the order of its places; empty if it is not certain where it
   * belongs.
   *
   * @param offset where the statement begins in its text
   */
  static List<Insertion> insertions(List<Token> tokens, int offset) {
    Optional<Place> found = place(tokens);
    if (found.isEmpty()) {
      return List.of();
    }
    Place place = found.get();
    int end = offset + tokens.get(place.end() - 1).end();
    if (place.where() < 0) {
      return List.of(new Insertion(end, " WHERE " + CONDITION));
    }
    int begin = offset + tokens.get(place.where()).begin();
    return List.of(new Insertion(begin, CONDITION + " AND ("), new Insertion(end, ")"));
  }

  /** Where the condition of the outermost statement stands; none if that is not certain. */
  static Optional<Place> place(List<Token> tokens) {
    int begin = 0;
    boolean isChange = false;
    int depth = 0;
    int where = -1;
    int verb = -1;
    for (int i = begin; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.is("(")) {
        depth++;
      } else if (token.is(")")) {
        depth--;
      } else if (token.kind() == Kind.END || token.is(";")) {
        boolean isLast = token.kind() == Kind.END || tokens.get(i + 1).kind() == Kind.END;
        return verb < 0 || !isLast || depth != 0
            ? Optional.empty()
            : Optional.of(new Place(where, i));
      } else if (depth == 0 && token.kind() == Kind.WORD && !isName(tokens, i)) {
        if (verb < 0) {
          if (token.is("SELECT") || token.is("UPDATE") || token.is("DELETE")) {
            verb = i;
          } else if (i == 0 && token.is("INSERT")) {
            isChange = true;
          } else if (token.is("VALUES") || token.is("MERGE") || (i == 0 && !token.is("WITH"))) {
            return Optional.empty();
          }
        } else if (token.is("WHERE")) {
          if (where >= 0 || tokens.get(i + 1).is("CURRENT")) {
            return Optional.empty();
          }
          where = i + 1;
        } else if (token.is("INTO") && !isChange) {
          return Optional.empty();
        } else if (ENDS.contains(token.text())
            || (token.is("ON") && tokens.get(i + 1).is("CONFLICT"))) {
          return i == verb + 1 ? Optional.empty() : Optional.of(new Place(where, i));
        }
      }
    }
    return Optional.empty();
  }

  /** Whether a word is the name of a column, whatever else it may be. */
  private static boolean isName(List<Token> tokens, int place) {
    return place > 0 && (tokens.get(place - 1).is("AS") || tokens.get(place - 1).is("."));
  }
}
