package dev.isogauge.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NamesTest {
  @Test
  void operationsLookAsInIsogaugeText() throws Exception {
    History history =
        IsogaugeText.parse("s: w(x,1) r(x,1) r(x,?) a(y,2) r(y,[2,\"a b\"]) r(z,[]) r(y,nil)");
    Names names = new Names(history);
    assertThat(
            IntStream.range(0, history.operationCount())
                .mapToObj(names::operation)
                .collect(Collectors.joining(" ")))
        .isEqualTo("w(x,1) r(x,1) r(x,?) a(y,2) r(y,[2,\"a b\"]) r(z,[]) r(y,[])");
    assertThat(names.version(4)).isEqualTo("y = [2,\"a b\"]");
  }

  @Test
  void aKeyThatIsANumberIsCalledAKeyInSentences() throws Exception {
    Names names = new Names(IsogaugeText.parse("s: w(0,1) r(-2,?) d(x)"));
    assertThat(names.key(0)).isEqualTo("key 0");
    assertThat(names.key(1)).isEqualTo("key -2");
    assertThat(names.key(2)).isEqualTo("x");
    assertThat(names.version(0)).isEqualTo("key 0 = 1");
    assertThat(names.operation(0)).isEqualTo("w(0,1)");
  }

  @Test
  void longListsAreShortened() throws Exception {
    assertThat(list(12)).isEqualTo("r(x,[1,2,3,4,5,6,7,8,9,10,11,12])");
    assertThat(list(13)).isEqualTo("r(x,[1,2,3,4,5,…,9,10,11,12,13])");
    assertThat(list(100_000)).isEqualTo("r(x,[1,2,3,4,5,…,99996,99997,99998,99999,100000])");
  }

  private static String list(int size) throws Exception {
    String elements =
        IntStream.rangeClosed(1, size).mapToObj(Integer::toString).collect(Collectors.joining(","));
    return new Names(IsogaugeText.parse("s: r(x,[" + elements + "])")).operation(0);
  }
}
