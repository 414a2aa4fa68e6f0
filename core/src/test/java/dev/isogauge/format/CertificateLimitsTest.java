package dev.isogauge.format;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CertificateLimitsTest {
  static Stream<Arguments> refusals() {
    return Arrays.stream(HistoryFormat.values())
        .filter(format -> format.isWritable())
        .filter(format -> format != HistoryFormat.ISOGAUGE && format != HistoryFormat.JSONL)
        .flatMap(
            format ->
                Stream.of(
                    Arguments.of(format, "s1: [ts 1..2] d(1)", "has no deletes"),
                    Arguments.of(format, "s1: [ts 1..2] w(1,{a:1})", "has no rows"),
                    Arguments.of(format, "s1: [ts 1..2] r(1,[{a:1}])", "has no rows"),
                    Arguments.of(
                        format, "s1: [ts 1..2] p(*,\"value > 1\",?)", "has no predicate reads"),
                    Arguments.of(format, "s1: [ts 1..2] [serial 1]", "no place for a serial order"),
                    Arguments.of(
                        format, "s1: [ts 1..2] [snapshot 1:1:]", "no place for a serial order")));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void otherFormatsRefuseWhatTheyCannotSay(HistoryFormat format, String text, String why)
      throws Exception {
    History history = IsogaugeText.parse(text);
    assertThatThrownBy(() -> Conversions.write(format, history))
        .isInstanceOf(UnsupportedHistoryException.class)
        .hasMessageContaining(format.id() + " ")
        .hasMessageContaining(why)
        .hasMessageContaining("convert to isogauge or jsonl");
  }
}
