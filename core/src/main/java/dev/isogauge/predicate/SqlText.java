package dev.isogauge.predicate;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.CCJSqlParserConstants;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.StringProvider;
import net.sf.jsqlparser.parser.Token;
import net.sf.jsqlparser.parser.TokenMgrException;

/**
 * The text of a predicate as JSqlParser reads it.
 *
 * @param head the condition, or the aggregate before WHERE
 * @param where the condition after WHERE, if there is one
 */
record SqlText(Expression head, Optional<Expression> where) {
  /** The parser's time grows with the square of this, or worse. */
  private static final int MAX_NESTING = 50;

  private static final Set<String> OPERATORS =
      Set.of(
          "=", "<>", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "AND", "OR", "NOT",
          "BETWEEN", "IN", "LIKE", "IS");

  private static final int MAX_LENGTH = 1 << 16;

  /** A quoted text, which is skipped, or some NOT in a row. */
  private static final Pattern NEGATIONS =
      Pattern.compile("'[^']*'|\"[^\"]*\"|\\bNOT(\\s+NOT)*\\b", Pattern.CASE_INSENSITIVE);

  private static final Pattern NEGATION = Pattern.compile("\\bNOT\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern BEFORE_A_CONDITION =
      Pattern.compile("(^|\\(|\\b(AND|OR|WHERE))\\s*$", Pattern.CASE_INSENSITIVE);
  private static final Pattern COLUMN = Pattern.compile("column (\\d+)");
  private static final String VALUE_EXPECTED =
      "an integer, a string, ( or a column, in double quotes if its name is a word of SQL";
  private static final String CONTINUATION = "AND, OR, WHERE after an aggregate, or the end";

  static SqlText parse(String text) {
    limit(text);
    CCJSqlParser parser = new CCJSqlParser(new StringProvider(withoutDoubleNegation(text)));
    // The mode for complex expressions needs exponential time for parentheses and adds nothing
    // here.
    parser.withAllowComplexParsing(false);
    try {
      Expression head = parser.Expression();
      Token next = parser.getNextToken();
      if (next.kind != CCJSqlParserConstants.K_WHERE) {
        requireEnd(text, next);
        return new SqlText(head, Optional.empty());
      }
      Expression where = parser.Expression();
      requireEnd(text, parser.getNextToken());
      return new SqlText(head, Optional.of(where));
    } catch (ParseException e) {
      throw fault(text, e.currentToken == null ? null : e.currentToken.next, VALUE_EXPECTED);
    } catch (TokenMgrException e) {
      Matcher column = COLUMN.matcher(e.getMessage());
      throw PredicateException.at(
          column.find() ? Integer.parseInt(column.group(1)) : 1,
          "text that SQL does not use there, or a quote without its end",
          VALUE_EXPECTED);
    }
  }

  /** JSqlParser 5.3 knows no NOT NOT: of each run, an even number of NOT gives way to spaces. */
  private static String withoutDoubleNegation(String text) {
    return NEGATIONS
        .matcher(text)
        .replaceAll(
            run -> {
              String found = run.group();
              String before = text.substring(0, run.start());
              if (run.group(1) == null || !BEFORE_A_CONDITION.matcher(before).find()) {
                return Matcher.quoteReplacement(found);
              }
              boolean isEven = NEGATION.matcher(found).results().count() % 2 == 0;
              int blank = found.length() - (isEven ? 0 : "NOT".length());
              return " ".repeat(blank) + found.substring(blank);
            });
  }

  private static void limit(String text) {
    if (text.isBlank()) {
      throw PredicateException.at(1, "the end", "a condition such as balance > 5, or TRUE");
    }
    if (text.length() > MAX_LENGTH) {
      throw new PredicateException(
          "the text has " + text.length() + " characters, expected at most " + MAX_LENGTH);
    }
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      quoted ^= c == '\'';
      depth += quoted ? 0 : c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth > MAX_NESTING) {
        throw PredicateException.at(
            i + 1, "more than " + MAX_NESTING + " parentheses open", "fewer");
      }
    }
  }

  private static void requireEnd(String text, Token next) {
    if (next.kind == CCJSqlParserConstants.EOF) {
      return;
    }
    // The parser gives up before an operator whose right side it does not understand.
    boolean isOperator = OPERATORS.contains(next.image.toUpperCase(Locale.ROOT));
    Token last = next;
    while (isOperator && last.next != null) {
      last = last.next;
    }
    throw fault(text, last, isOperator ? VALUE_EXPECTED : CONTINUATION);
  }

  private static PredicateException fault(String text, Token token, String expected) {
    return token == null || token.kind == CCJSqlParserConstants.EOF
        ? PredicateException.at(text.stripTrailing().length() + 1, "the end", expected)
        : PredicateException.at(token.absoluteBegin, "'" + token.image + "'", expected);
  }
}
