package dev.isogauge.report;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas refuse what they do not describe, else validating would show nothing. */
class SchemasTest {
  @ParameterizedTest
  @ValueSource(strings = {"report", "stats", "shrink", "plan", "litmus", "evidence"})
  void refusesWhatItDoesNotDescribe(String schema) {
    assertThatThrownBy(() -> Schemas.check(schema, "{\"undescribed\": 1}"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("undescribed")
        .hasMessageContaining("required");
  }
}
