package dev.isogauge.check.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.check.Plan;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import org.junit.jupiter.api.Test;

/** A transaction that inserts and deletes an absent object changes nothing that others can see. */
public class AbsentVersionsTest {
  @Test
  void deletesOfAnAbsentObjectOverwriteNothing() throws InputException {
    assertThat(
            verdict(
                """
                order x: 1@T1 dead@T2 dead@T3 5@T4
                s1 T1: w(x,1)
                s2 T2: d(x)
                s3 T3: w(x,9) d(x)
                s4 T4: r(x,nil@T2) w(x,5)
                """))
        .isInstanceOf(Verdict.Satisfied.class);
    assertThat(
            verdict(
                """
                order x: dead@T3 5@T4
                s3 T3: w(x,9) d(x)
                s4 T4: r(x,nil@init) w(x,5)
                """))
        .isInstanceOf(Verdict.Satisfied.class);
  }

  @Test
  void deletesOfAnObjectDo() throws InputException {
    assertThat(
            verdict(
                """
                order x: 1@T1 dead@T2 5@T4
                s1 T1: w(x,1)
                s2 T2: d(x)
                s4 T4: r(x,1@T1) w(x,5)
                """))
        .isInstanceOf(Verdict.Violated.class);
  }

  private static Verdict verdict(String text) throws InputException {
    History history = IsogaugeText.parse(text);
    return Checks.check(history, Plan.of(history).question(IsolationLevel.PL_3), Limits.DEFAULT);
  }
}
