package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.check.SinglePattern;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.Oracle;
import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Questions about one published pattern. */
class SinglePatternTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "s1: w(x,1) w(y,1) | s2: r(y,nil) r(x,1); tap-k; violated",
        "s1: w(x,1) w(y,1) | s2: r(y,nil) r(x,1); TAP-H; satisfied",
        "s1: w(x,1) w(y,1) | s2: r(y,nil) r(x,1); tap-l; satisfied",
        "s1: w(x,1) w(y,1) | s2: r(y,nil) r(x,1); tap-m; satisfied",
        "s1: w(x,1) | s2: r(x,1) w(y,1) | s3: r(y,1) r(x,nil); tap-m; violated",
        "s1: w(x,1) | s2: r(x,1) w(y,1) | s3: r(y,1) r(x,nil); tap-k; satisfied",
        "s1: w(x,1) | s2: w(x,2) | s3: r(x,1) r(x,2); tap-j; violated",
        "s1: aborted w(x,1) | s2: r(x,1); tap-b; violated",
        "s1: aborted w(x,1) | s2: r(x,1); tap-a; satisfied",
        "s1: r(y,1) w(x,1) | s2: r(x,1) w(y,1); tap-g; violated",
        // What other reads of repeated values show has no name.
        "s1: w(z,1) w(q,1) | s2: w(z,1) w(q,1) | s3: w(x,1) w(y,1) | s4: r(y,nil) r(x,1) r(z,1);"
            + " tap-m; unknown",
        // Nor does what something unknown may explain.
        "s1: w(x,1) w(y,1) | s2: r(y,nil) r(x,1) | s3: uw(x); tap-m; unknown",
      })
  void aPatternIsThereOrNot(String text, String letter, String word) throws IOException {
    Question question = SinglePattern.question(letter).orElseThrow();
    Verdict verdict = Checks.check(IsogaugeText.parse(text), question, Limits.DEFAULT);
    assertThat(verdict.word()).as("%s", verdict).isEqualTo(word);
  }

  static Stream<Shape> shapes() {
    return Stream.of(Shape.ALL).filter(shape -> shape.repeatedValues() == 0);
  }

  /** The oracle has every letter of a history, and nothing else decides. */
  @ParameterizedTest
  @MethodSource("shapes")
  void patternsAreThoseOfTheOracle(Shape shape) {
    for (int seed = 0; seed < TestSize.pick(100, 2_000); seed++) {
      TinyHistory tiny = RandomHistories.make(shape, seed, 6);
      Set<String> letters =
          new Oracle(tiny)
              .findings().stream()
                  .map(finding -> ("tap-" + finding.letter()).toLowerCase(Locale.ROOT))
                  .collect(Collectors.toSet());
      for (char letter = 'a'; letter <= 'n'; letter++) {
        Question question = SinglePattern.question("TAP-" + letter).orElseThrow();
        assertThat(Checks.check(tiny.toHistory(), question, Limits.DEFAULT).word())
            .as("seed %d, %s: %s", seed, letter, tiny)
            .isEqualTo(letters.contains("tap-" + letter) ? "violated" : "satisfied");
      }
    }
  }

  @Test
  void otherNamesAreNoPatterns() {
    assertThat(SinglePattern.question("tap-z")).isEmpty();
    assertThat(SinglePattern.question("")).isEmpty();
    assertThat(SinglePattern.question("rc")).isEmpty();
  }
}
