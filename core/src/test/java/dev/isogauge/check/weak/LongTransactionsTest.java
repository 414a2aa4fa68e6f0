package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Few sessions with long transactions, where causal consistency is asked first. */
class LongTransactionsTest {
  private static final String PADDING =
      IntStream.range(0, 100).mapToObj(i -> " r(p" + i + ",nil)").collect(Collectors.joining());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s1: w(x,1) ; s2: r(x,1) w(y,1) ; s3: r(y,1) r(x,1) | satisfied | satisfied | satisfied",
        "s1: w(x,1) ; s2: r(x,1) w(y,1) ; s3: r(y,1) r(x,nil) | satisfied | satisfied | violated",
        "s1: w(x,1) w(y,1) ; s2: r(x,nil) r(y,1) | satisfied | violated | violated",
        "s1: w(x,1) w(y,1) ; s2: r(x,1) r(y,nil) | violated | violated | violated",
      })
  void haveTheirVerdict(String history, String committed, String atomic, String causal)
      throws IOException {
    String[] transactions = history.split(" ; ");
    History padded =
        IsogaugeText.parse(
            Stream.of(transactions)
                .map(line -> line + PADDING)
                .collect(Collectors.joining("\n", "", "\n")));
    List<IsolationLevel> levels =
        List.of(IsolationLevel.READ_COMMITTED, IsolationLevel.READ_ATOMIC, IsolationLevel.CAUSAL);
    List<String> expected = List.of(committed, atomic, causal);
    for (int i = 0; i < levels.size(); i++) {
      Verdict verdict = Checks.check(padded, levels.get(i), Limits.DEFAULT);
      assertThat(verdict.word()).as(levels.get(i).id()).isEqualTo(expected.get(i));
      if (verdict instanceof Verdict.Satisfied satisfied) {
        assertThat(WitnessVerifier.refute(padded, levels.get(i), satisfied.witness())).isEmpty();
      }
    }
  }
}
