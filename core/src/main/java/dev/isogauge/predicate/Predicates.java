package dev.isogauge.predicate;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads predicates, and reads none twice: neither the same text, nor the same text but for its
 * literals. Not thread-safe.
 */
public final class Predicates {
  private final Map<String, Predicate> byText = new HashMap<>();
  private final Map<String, SqlText> byTemplate = new HashMap<>();

  /**
   * The predicate of a text.
   *
   * @throws PredicateException with the column in the text, what was found and what was expected
   */
  public Predicate parse(String text) {
    return byText.computeIfAbsent(text, this::read);
  }

  private Predicate read(String text) {
    try {
      Optional<ConditionTemplate> template = ConditionTemplate.of(text);
      return template.isPresent() ? read(text, template.get()) : readPlainly(text);
    } catch (StackOverflowError e) {
      throw new PredicateException("the condition is nested too deeply");
    }
  }

  private Predicate read(String text, ConditionTemplate template) {
    try {
      SqlText sql = byTemplate.computeIfAbsent(template.text(), SqlText::parse);
      return new SqlTranslation(template.text(), Optional.of(template.literals()))
          .predicate(sql, text);
    } catch (PredicateException e) {
      // Says what is wrong with the text itself.
      return readPlainly(text);
    }
  }

  private static Predicate readPlainly(String text) {
    return new SqlTranslation(text, Optional.empty()).predicate(SqlText.parse(text), text);
  }
}
