package dev.isogauge.collect.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SQL with named parameters: {@code :key} and {@code :value}, in whatever order and number a
 * database wants them.
 *
 * @param sql with a question mark for each parameter
 * @param names what each question mark stands for
 */
record StatementTemplate(String sql, List<String> names) {
  private static final Pattern PARAMETER = Pattern.compile(":(key|value)\\b");

  static StatementTemplate of(String text) {
    List<String> names = new ArrayList<>();
    Matcher matcher = PARAMETER.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return new StatementTemplate(matcher.replaceAll("?"), names);
  }

  /** The arguments in the order of the question marks. */
  Object[] arguments(Object key, Object value) {
    return names.stream().map(name -> name.equals("key") ? key : value).toArray();
  }
}
