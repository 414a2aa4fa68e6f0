package dev.isogauge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strict serializability of histories without all their times. */
class MissingTimesTest {
  private static Verdict check(String text) throws InputException {
    return Checks.check(
        IsogaugeText.parse(text), IsolationLevel.STRICT_SERIALIZABILITY, Limits.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s1: w(x,1) w(x,2) | s2: r(x,1)",
        "s1: r(x,nil) r(y,nil) w(x,1) | s2: r(x,nil) r(y,nil) w(y,1)",
        "s1: w(x,1) w(y,1) | s2: w(x,2) w(y,2) | s3: r(x,1) r(y,2) | s4: r(x,2) r(y,1)",
        "s1: a(x,1) a(y,1) | s2: r(x,[1]) r(y,[])"
      })
  void whatIsViolatedWithoutTimesIsViolated(String text) throws InputException {
    assertThat(check(text)).isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void whatHoldsIsUnknownWithoutTimes() throws InputException {
    assertThat(check("s1: w(x,1) | s2: r(x,1)"))
        .isInstanceOfSatisfying(
            Verdict.Unknown.class,
            unknown -> assertThat(unknown.reason()).contains("no real time"));
    assertThat(check("s1: [rt 1..2] w(x,1) | s2 T2: [rt 1..] r(x,1)"))
        .isInstanceOfSatisfying(
            Verdict.Unknown.class, unknown -> assertThat(unknown.reason()).contains("T2 lacks"));
    assertThat(check("s1: [rt 1..2] w(x,1) | s2: [rt 1..2] r(x,1)"))
        .isInstanceOf(Verdict.Satisfied.class);
  }
}
