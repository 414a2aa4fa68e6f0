package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.Tokens.Kind;
import dev.isogauge.recorder.jdbc.Tokens.Token;
import java.util.List;
import java.util.Set;

/** A place among the tokens of a statement, which moves forward. */
class SqlCursor {
  /** Words that end a value or condition. */
  private static final Set<String> ENDS =
      Set.of(
          "WHERE",
          "FROM",
          "RETURNING",
          "ON",
          "ORDER",
          "LIMIT",
          "OFFSET",
          "FETCH",
          "FOR",
          "GROUP",
          "HAVING",
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "MINUS",
          "LOCK",
          "WINDOW",
          "SET",
          "WITH",
          "USING",
          "JOIN",
          "INNER",
          "LEFT",
          "RIGHT",
          "CROSS",
          "NATURAL",
          "FULL",
          "AS");

  final List<Token> tokens;
  int at;

  SqlCursor(List<Token> tokens, int at) {
    this.tokens = tokens;
    this.at = at;
  }

  final Token peek() {
    return tokens.get(at);
  }

  final Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  final Token next() {
    return tokens.get(at < tokens.size() - 1 ? at++ : at);
  }

  /** Passes these words and symbols if they stand here. */
  final boolean accept(String... words) {
    for (int i = 0; i < words.length; i++) {
      if (!peek(i).is(words[i])) {
        return false;
      }
    }
    at += words.length;
    return true;
  }

  final void require(String word) {
    if (!accept(word)) {
      throw new NotUnderstoodException();
    }
  }

  /** Whether a statement ends here. */
  final boolean isAtEnd() {
    return peek().kind() == Kind.END || peek().is(";");
  }

  /** Whether a value or condition ends here. */
  final boolean isAtEndOfPart() {
    return isAtEnd()
        || peek().is(",")
        || peek().is(")")
        || (peek().kind() == Kind.WORD && ENDS.contains(peek().text()));
  }

  /** Says that a statement has a form that is not known. */
  static final class NotUnderstoodException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotUnderstoodException() {
      super(null, null, false, false);
    }
  }
}
