package dev.isogauge.predicate;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A predicate's text with its literals numbered, {@code balance > 0 and owner = '1'} for {@code
 * balance > 500 and owner = 'x'}, so that predicates which differ in literals alone are parsed
 * once: the parser takes a hundred times longer than everything else.
 *
 * @param text the text with the number of the literal in place of each literal
 * @param literals their values, {@link Long}, {@link BigInteger} or {@link String}
 */
record ConditionTemplate(String text, List<Object> literals) {

  /** Takes out the literals, unless the text has anything that makes them hard to recognise. */
  static Optional<ConditionTemplate> of(String text) {
    StringBuilder template = new StringBuilder(text.length());
    List<Object> literals = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      int end = at + 1;
      if (isLetter(c)) {
        while (end < text.length() && (isLetter(text.charAt(end)) || isDigit(text.charAt(end)))) {
          end++;
        }
        if (end < text.length() && text.charAt(end) == '\'') {
          return Optional.empty();
        }
        template.append(text, at, end);
      } else if (isDigit(c)) {
        while (end < text.length() && isDigit(text.charAt(end))) {
          end++;
        }
        if (end < text.length() && (isLetter(text.charAt(end)) || text.charAt(end) == '.')) {
          return Optional.empty();
        }
        template.append(literals.size());
        literals.add(Values.normal(new BigInteger(text.substring(at, end))));
      } else if (c == '\'') {
        end = endOfString(text, at);
        if (end < 0) {
          return Optional.empty();
        }
        template.append('\'').append(literals.size()).append('\'');
        literals.add(text.substring(at + 1, end - 1).replace("''", "'"));
      } else if (c == '.' && end < text.length() && isLetter(text.charAt(end))) {
        template.append(c);
      } else if (" =<>!+-*/%(),".indexOf(c) >= 0 && !isComment(text, at)) {
        template.append(c);
      } else {
        return Optional.empty();
      }
      at = end;
    }
    return Optional.of(new ConditionTemplate(template.toString(), literals));
  }

  /** Where the string that begins there ends, or -1; a backslash in it is like any character. */
  private static int endOfString(String text, int begin) {
    for (int i = begin + 1; i < text.length(); i++) {
      if (text.charAt(i) == '\'') {
        if (i + 1 == text.length() || text.charAt(i + 1) != '\'') {
          return i + 1;
        }
        i++;
      }
    }
    return -1;
  }

  private static boolean isComment(String text, int at) {
    return text.startsWith("--", at) || text.startsWith("/*", at);
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
