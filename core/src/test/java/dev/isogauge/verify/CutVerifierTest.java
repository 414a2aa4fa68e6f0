package dev.isogauge.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Witness;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cut isolation of registers and lists, of which the history itself is the proof. */
class CutVerifierTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "s1: w(x,1) | s2: w(x,2) | s3: r(x,1) r(x,1); true",
        "s1: w(x,1) | s2: w(x,2) | s3: r(x,1) r(x,2); false",
        "s1: w(x,1) | s3: r(x,nil) r(x,1); false",
        "s1: w(x,1) | s2: w(x,1) w(x,2) | s3: r(x,1) r(x,1); true",
        "s1: a(x,1) | s2: a(x,2) | s3: r(x,[1,2]) r(x,[1,2]); true",
        "s1: a(x,1) | s2: a(x,2) | s3: r(x,[1]) r(x,[1,2]); false",
        "s1: a(x,1) | s3: r(x,[]) r(x,[1]); false",
        "s1: a(x,1) | s3: r(x,[1]) a(x,2) r(x,[1,2]); true",
        "s1: a(x,1) | s3: r(x,[]) a(x,2) r(x,[1,2]); false",
        // What is wrong by itself says nothing.
        "s1: aborted a(x,1) | s3: r(x,[]) r(x,[1]); true",
        "s1: a(x,1) a(x,2) | s3: r(x,[1]) r(x,[1,2]); true",
        "s3: r(x,[]) r(x,[7]); true",
      })
  void readsOfOneKeyAreOfOneTransaction(String text, boolean isProof) throws IOException {
    assertThat(
            WitnessVerifier.refute(
                    IsogaugeText.parse(text), IsolationLevel.CUT_ISOLATION, Witness.recorded())
                .isEmpty())
        .isEqualTo(isProof);
  }
}
