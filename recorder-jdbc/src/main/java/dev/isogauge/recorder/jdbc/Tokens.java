package dev.isogauge.recorder.jdbc;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The words, literals and symbols of a text of SQL, without comments; one pass, linear time.
 *
 * <p>{@link #of} gives none for a text that cannot be told apart for certain, such as one with a
 * quote that never ends or a comment that some servers execute.
 */
final class Tokens {
  /** What a token is. */
  enum Kind {
    /** A keyword or an identifier without quotes; its text is in capitals. */
    WORD,
    /** An identifier in quotes, as it stands there. */
    QUOTED,
    STRING,
    NUMBER,
    /** A question mark, or a number behind a dollar; its value is its index, from 0. */
    PARAMETER,
    SYMBOL,
    END
  }

  /**
   * A token.
   *
   * @param text of a word in capitals, of a symbol the symbol
   * @param value of a literal or parameter
   * @param begin where it begins in the text
   * @param end where it ends
   */
  record Token(Kind kind, String text, Object value, int begin, int end) {
    boolean is(String symbolOrWord) {
      return (kind == Kind.WORD || kind == Kind.SYMBOL) && text.equals(symbolOrWord);
    }

    boolean isName() {
      return kind == Kind.WORD || kind == Kind.QUOTED;
    }
  }

  private final String sql;
  private final RecordedDialect dialect;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int begin;
  private int parameters;
  private boolean isClear = true;

  private Tokens(String sql, RecordedDialect dialect) {
    this.sql = sql;
    this.dialect = dialect;
  }

  /** The tokens, the last of which is the end; none if the text is not clear. */
  static Optional<List<Token>> of(String sql, RecordedDialect dialect) {
    Tokens reader = new Tokens(sql, dialect);
    while (reader.at < sql.length() && reader.isClear) {
      reader.begin = reader.at;
      int before = reader.tokens.size();
      reader.next();
      if (reader.tokens.size() > before) {
        Token last = reader.tokens.get(before);
        reader.tokens.set(
            before, new Token(last.kind(), last.text(), last.value(), reader.begin, reader.at));
      }
    }
    reader.begin = sql.length();
    reader.add(Kind.END, "", null);
    return reader.isClear ? Optional.of(reader.tokens) : Optional.empty();
  }

  private char peek(int ahead) {
    return at + ahead < sql.length() ? sql.charAt(at + ahead) : 0;
  }

  private void add(Kind kind, String text, Object value) {
    tokens.add(new Token(kind, text, value, begin, at));
  }

  private void next() {
    char c = sql.charAt(at);
    if (Character.isWhitespace(c)) {
      at++;
    } else if ((c == '-' && peek(1) == '-') || (c == '#' && dialect == RecordedDialect.MYSQL)) {
      int end = sql.indexOf('\n', at);
      at = end < 0 ? sql.length() : end + 1;
    } else if (c == '/' && peek(1) == '*') {
      comment();
    } else if (c == '\'') {
      string(dialect.hasBackslashes());
    } else if (c == '"' && dialect == RecordedDialect.MYSQL) {
      // A string or an identifier, as the server's mode has it.
      isClear = false;
    } else if (c == '"' || c == '`' || (c == '[' && dialect == RecordedDialect.SQLITE)) {
      quoted(c == '[' ? ']' : c);
    } else if (c == '$' && dialect == RecordedDialect.POSTGRES && Character.isDigit(peek(1))) {
      numberedParameter();
    } else if (c == '$' && dialect == RecordedDialect.POSTGRES && isDollarQuote()) {
      dollarQuoted();
    } else if (Character.isJavaIdentifierStart(c) && c != '$') {
      word();
    } else if ((c >= '0' && c <= '9') || (c == '.' && Character.isDigit(peek(1)))) {
      number();
    } else if (c == '?') {
      add(Kind.PARAMETER, "?", parameters++);
      at++;
    } else {
      symbol(c);
    }
  }

  private void comment() {
    if (peek(2) == '!' || (peek(2) == 'M' && peek(3) == '!')) {
      isClear = dialect != RecordedDialect.MYSQL;
    }
    int depth = 0;
    do {
      if (at + 1 >= sql.length()) {
        isClear = false;
        return;
      }
      if (peek(0) == '/' && peek(1) == '*' && (depth == 0 || dialect == RecordedDialect.POSTGRES)) {
        depth++;
        at += 2;
      } else if (peek(0) == '*' && peek(1) == '/') {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0);
  }

  private void string(boolean backslashes) {
    StringBuilder text = new StringBuilder();
    for (at++; at < sql.length(); at++) {
      char c = sql.charAt(at);
      if (c == '\\' && backslashes) {
        // What the escapes mean is the server's business.
        isClear = false;
        return;
      } else if (c != '\'') {
        text.append(c);
      } else if (peek(1) == '\'') {
        text.append(c);
        at++;
      } else {
        at++;
        add(Kind.STRING, "'", text.toString());
        return;
      }
    }
    isClear = false;
  }

  private void quoted(char quote) {
    StringBuilder text = new StringBuilder();
    for (at++; at < sql.length(); at++) {
      char c = sql.charAt(at);
      if (c != quote) {
        text.append(c);
      } else if (peek(1) == quote) {
        text.append(c);
        at++;
      } else {
        at++;
        add(Kind.QUOTED, text.toString(), null);
        return;
      }
    }
    isClear = false;
  }

  private void numberedParameter() {
    int begin = at++;
    while (Character.isDigit(peek(0))) {
      at++;
    }
    String text = sql.substring(begin, at);
    // The server has fewer than 65536.
    isClear = text.length() <= 6;
    add(Kind.PARAMETER, text, isClear ? Integer.parseInt(text.substring(1)) - 1 : 0);
  }

  private int endOfMark() {
    int end = at + 1;
    while (end < sql.length() && Character.isLetterOrDigit(sql.charAt(end))) {
      end++;
    }
    return end;
  }

  private boolean isDollarQuote() {
    int end = endOfMark();
    return end < sql.length() && sql.charAt(end) == '$';
  }

  private void dollarQuoted() {
    int end = endOfMark();
    String mark = sql.substring(at, end + 1);
    int close = sql.indexOf(mark, end + 1);
    if (close < 0) {
      isClear = false;
      at = sql.length();
    } else {
      add(Kind.STRING, "'", sql.substring(end + 1, close));
      at = close + mark.length();
    }
  }

  private void word() {
    int begin = at;
    while (at < sql.length() && Character.isJavaIdentifierPart(sql.charAt(at))) {
      at++;
    }
    String text = sql.substring(begin, at);
    if (peek(0) == '\'' && text.length() <= 2) {
      prefixed(text.toUpperCase(Locale.ROOT));
    } else {
      add(Kind.WORD, text.toUpperCase(Locale.ROOT), text);
    }
  }

  /** A string with a letter before it: national, hexadecimal, with escapes, or what not. */
  private void prefixed(String prefix) {
    int before = tokens.size();
    string(dialect.hasBackslashes() || prefix.equals("E"));
    if (isClear && !prefix.equals("N") && !prefix.equals("E")) {
      tokens.set(before, new Token(Kind.STRING, prefix, StatementValue.UNREADABLE, begin, at));
    }
  }

  private void number() {
    int begin = at;
    while (at < sql.length()
        && (Character.isLetterOrDigit(sql.charAt(at))
            || sql.charAt(at) == '.'
            || ((sql.charAt(at) == '+' || sql.charAt(at) == '-')
                && (sql.charAt(at - 1) == 'e' || sql.charAt(at - 1) == 'E')))) {
      at++;
    }
    String text = sql.substring(begin, at);
    Object value;
    try {
      value =
          text.length() < 18 && text.chars().allMatch(Character::isDigit)
              ? (Object) Long.valueOf(text)
              : new BigDecimal(text);
    } catch (NumberFormatException e) {
      value = StatementValue.UNREADABLE;
    }
    add(Kind.NUMBER, text, value);
  }

  private void symbol(char c) {
    String two = "" + c + peek(1);
    boolean isTwo =
        two.equals("<=")
            || two.equals(">=")
            || two.equals("<>")
            || two.equals("!=")
            || two.equals("||")
            || two.equals("::");
    add(Kind.SYMBOL, isTwo ? two : String.valueOf(c), null);
    at += isTwo ? 2 : 1;
  }
}
