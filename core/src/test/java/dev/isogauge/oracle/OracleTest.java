package dev.isogauge.oracle;

import static dev.isogauge.level.IsolationLevel.CAUSAL;
import static dev.isogauge.level.IsolationLevel.CUT_ISOLATION;
import static dev.isogauge.level.IsolationLevel.READ_ATOMIC;
import static dev.isogauge.level.IsolationLevel.READ_COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.Oracle.Answer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The oracle against expectations worked out by hand from the definitions of the levels. */
class OracleTest {

  /** Letters with their t3, key, t1 and t2, worked out by hand; `-` is the initial transaction. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      textBlock =
          """
          s1: r(x,1) = a0x
          s1: aborted w(x,1) | s2: r(x,1) = b1x
          s1: r(x,1) w(x,1) = c0x
          s1: w(x,1) | s2: w(x,2) r(x,1) = d1x
          s1: w(x,1) w(x,2) r(x,1) = e0x
          s1: w(x,1) w(x,2) r(x,1) w(x,1) = e0x
          s1: w(x,1) w(x,2) | s2: r(x,1) = f1x
          s1: r(x,1) ; w(x,1) = g0
          s1: r(x,1) w(y,1) | s2: r(y,1) w(x,1) = g0
          s1: w(x,1) ; w(x,2) | s2: r(x,2) r(x,1) = h2x0-1 j2x
          s1: w(x,1) | s2: r(x,1) r(x,nil) = h1x--0 j1x
          s1: w(x,1) ; w(x,2) | s2: r(x,1) r(x,2) = j2x
          s1: w(x,1) w(y,1) | s2: w(x,2) w(y,2) | s3: r(x,1) r(y,2) | s4: r(x,2) r(y,1) = i2y1-0 i3y0-1 l2x0-1 l3x1-0
          s1: w(x,1) ; w(x,2) w(y,2) | s2: r(x,1) r(y,2) = k2x0-1
          s1: w(x,1) ; r(x,nil) = k1x--0
          s1: w(x,1) | s2: w(x,2) ; r(x,1) | s3: w(x,3) =
          s1: w(x,1) ; w(x,2) ; w(y,1) | s2: r(y,1) ; r(x,1) = m4x0-1
          s1: w(x,1) ; r(x,2) | s2: w(x,2) ; r(x,1) = l1x2-0 l3x0-2
          s1: w(x,1) ; w(y,1) | s2: w(x,2) ; w(z,1) | s3: r(y,1) ; r(x,2) | s4: r(z,1) ; r(x,1) = n5x2-0 n7x0-2
          s1: w(x,1) | s2: r(x,1) r(x,1) =
          s1: aborted w(x,1) | s2: w(x,1) | s3: r(x,1) =
          s1: w(x,1) w(x,2) w(x,1) | s2: r(x,1) =
          s1: w(x,1) w(x,1) w(x,2) | s2: r(x,1) = f1x
          s1: r(x,1) w(x,1) | s2: w(x,1) =
          """)
  void findings(String line, String expected) {
    String found =
        new Oracle(Tiny.parse(line))
            .findings().stream().map(OracleTest::inShort).sorted().collect(Collectors.joining(" "));
    assertThat(found).as(line).isEqualTo(expected == null ? "" : expected);
  }

  private static String inShort(Finding finding) {
    String stale = finding.t1() == Finding.NONE ? "" : name(finding.t1()) + "-" + finding.t2();
    return "" + finding.letter() + finding.t3() + finding.key() + stale;
  }

  private static String name(int transaction) {
    return transaction < 0 ? "-" : Integer.toString(transaction);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      textBlock =
          """
          s1: w(x,1) ; r(x,nil)                                    = yes = yes = no = no
          s1: w(x,1) | s2: r(x,1) r(x,nil)                         = no  = no  = no = no
          s1: w(x,1) ; w(x,2) | s2: r(x,1) r(x,2)                  = no  = yes = no = no
          s1: w(x,1) ; w(x,2) w(y,2) | s2: r(x,1) r(y,2)           = yes = yes = no = no
          s1: w(x,1) ; w(x,2) ; w(y,1) | s2: r(y,1) ; r(x,1)       = yes = yes = yes = no
          s1: r(x,1)                                               = yes = no  = no = no
          s1: r(x,1) ; w(x,1)                                      = yes = no  = no = no
          s1: w(x,1) | s2: w(x,1) | s3: r(x,1)                     = ?   = ?   = ? = ?
          s1: w(x,1) | s2: w(x,1) | s3: r(x,1) r(y,7)              = ?   = no  = no = no
          s1: w(x,nil) | s2: r(x,nil)                              = ?   = ?   = ? = ?
          s1: w(x,1) | s2: w(x,1)                                  = yes = yes = yes = yes
          s1: indeterminate w(x,1) ; r(x,nil)                      = yes = yes = yes = yes
          s1: indeterminate w(x,1) r(y,3) ; r(x,nil)               = yes = yes = yes = yes
          s1: indeterminate w(x,1) r(y,3) | s2: r(x,1)             = yes = no  = no = no
          s1: w(x,1) ; indeterminate r(x,nil) w(y,1) | s2: r(y,1)  = yes = yes = no = no
          s1: [rt 1..5] w(x,1) ; [rt 3..6] r(x,nil)                = yes = yes = yes = yes
          s1: [rt 1..5] w(x,1) ; [rt 5..6] r(x,nil)                = yes = yes = no = no
          s1: aborted r(x,1) r(x,2) ; r(x,nil)                     = yes = yes = yes = yes
          s1: w(x,1) | s2: r(x,1) w(x,2) | s3: r(x,1) w(x,3)       = yes = yes = yes = yes
          """)
  void verdicts(String line, String cut, String committed, String atomic, String causal) {
    Oracle oracle = new Oracle(Tiny.parse(line));
    assertThat(answer(oracle, CUT_ISOLATION)).as(line).isEqualTo(cut);
    assertThat(answer(oracle, READ_COMMITTED)).as(line).isEqualTo(committed);
    assertThat(answer(oracle, READ_ATOMIC)).as(line).isEqualTo(atomic);
    assertThat(answer(oracle, CAUSAL)).as(line).isEqualTo(causal);
  }

  private static String answer(Oracle oracle, IsolationLevel level) {
    Answer answer = oracle.bySaturation(level);
    assertThat(oracle.bySearch(level)).isEqualTo(answer);
    return answer == Answer.SATISFIED ? "yes" : answer == Answer.VIOLATED ? "no" : "?";
  }

  @Test
  void readsItsOwnNotation() {
    String line =
        "s1 T1: [rt 1..5] w(x,1) r(y,nil) ; aborted w(x,2) ; T3: w(y,1)"
            + " | s2: indeterminate r(x,1@T1) r(y,?)";
    assertThat(Tiny.parse(line)).hasToString(line);
  }
}
