package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.oracle.Tiny;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small histories on which a checker once differed from the oracle, or easily could. */
class RegressionTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A reader on a causal cycle that also writes the key: it is no t2 of its own read.
        "s1: r(x,2) ; r(x,nil) w(x,2)",
        "s1: r(x,1) ; indeterminate r(x,nil) w(x,1)",
        "s1: w(x,1) ; r(x,2) ; r(x,nil) w(x,2)",
        "s1: r(x,1) ; r(x,nil) w(x,1) ; r(x,nil)",
        "s1: r(x,3) w(x,1) ; r(x,nil) w(x,3)",
        // A writer on a causal cycle hides no earlier one of its session.
        "s1: w(x,2) ; r(x,1) ; w(x,1) ; r(x,nil)",
        "s1: w(x,2) ; r(x,1) ; w(x,1) | s2: r(x,2) ; r(x,1) ; r(x,nil)",
        "s1: w(x,2) ; r(x,1) ; w(x,1) w(y,1) | s2: r(y,1) r(x,nil)",
        "s1: w(x,2) ; r(y,1) ; w(x,1) w(y,1) | s2: r(x,2) w(z,1) ; r(x,1) w(z,2) | s3: r(z,2) r(x,nil)",
        // Several explanations of a faulty read: none of them need have happened.
        "s1: indeterminate w(x,nil) | s2: w(x,1) r(x,nil)",
        "s1: indeterminate w(x,nil) r(y,1) r(y,2) | s2: w(x,1) r(x,nil) | s3: w(y,1) | s4: w(y,2)",
        "s1: indeterminate w(x,1) w(x,3) | s2: indeterminate w(x,1) w(x,2) | s3: r(x,1)",
        // An own read is of an earlier own write, also when the value is written again.
        "s1: w(x,1) w(x,2) r(x,1) w(x,1)",
        "s1 A: w(x,1) w(x,2) r(x,1@A) w(x,1)",
        // The smallest t2 is seen later than another one.
        "s1: w(x,1) | s2: w(x,2) | s3: r(x,2) r(x,nil) r(x,1) r(x,nil)",
        "s1: w(x,1) ; w(x,2) ; r(x,2) r(x,1) r(x,2) r(x,nil)",
        // Only the initial value is written, and something else is read.
        "s1: w(x,nil) | s2: r(x,3)",
      })
  void checkersAgreeWithTheOracle(String line) {
    assertThat(Agreement.difference(Tiny.parse(line))).isEmpty();
  }
}
