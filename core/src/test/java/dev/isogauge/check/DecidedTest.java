package dev.isogauge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was once left unknown although it can be decided, whichever levels are asked about. */
class DecidedTest {
  private static final Limits LIMITS = Limits.DEFAULT.withTimeout(Duration.ofSeconds(20));

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "s1: w(x,1) | s2: w(x,1) | s3: r(x,1); ci rc ra cc si ser; satisfied",
        "s1: w(x,1) | s2: w(x,1) | s3: r(x,1) r(y,nil) r(z,nil); ci; satisfied",
        "s1: w(x,1) | s2: w(x,2) | s3: w(x,1) | s4: r(x,1) r(x,2) r(x,1); ci ra cc; violated",
        "s1: w(x,1) ## w(x,2) | s2: w(x,1) w(y,1) | s1: r(y,nil) r(x,1); rc; satisfied",
        "s1: aborted w(x,1); sser ser; satisfied",
      })
  void decided(String text, String levels, String word) throws IOException {
    History history = IsogaugeText.parse(text.replace("##", ";"));
    for (String name : levels.split(" ")) {
      IsolationLevel level = IsolationLevel.byName(name).orElseThrow();
      assertThat(Checks.check(history, level, LIMITS).word()).as(text + name).isEqualTo(word);
    }
  }
}
