package dev.isogauge.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Mini-transactions have every shape that the paper's histories of its anomalies consist of. */
class MiniShapesTest {
  private static final List<String> ALL =
      Stream.concat(Stream.of(MiniShapes.READS), Stream.of(MiniShapes.UPDATES)).distinct().toList();

  /** The transactions of figure 5 and table I (Wei et al., ICDE 2025), the initial one left out. */
  @ParameterizedTest
  @CsvSource({
    "thin-air read, x",
    "aborted read, xX x",
    "future read, xX",
    "not my last write, xXXx",
    "not my own write, xXx",
    "intermediate read, xXX x",
    "non-repeatable reads, xX xx",
    "session guarantee violation, xX xX x",
    "non-monotonic read, xX xXyY xy",
    "fractured read, xXyY xy",
    "causality violation, xX xyY xy",
    "long fork, xX xX xy xy",
    "lost update, xX xX",
    "write skew, xyX xyY"
  })
  void ofEachAnomaly(String anomaly, String shapes) {
    assertThat(ALL).as(anomaly).contains(shapes.split(" "));
  }

  static List<String> shapes() {
    return ALL;
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void isDrawn(String shape) {
    assertThat(drawn(20)).contains(shape);
  }

  @Test
  void nothingElseIsDrawn() {
    assertThat(drawn(20)).containsExactlyInAnyOrderElementsOf(ALL);
  }

  /** However seldom the distribution takes the other key. */
  @Test
  void theSecondKeyIsAnother() {
    assertThat(drawn(2)).containsExactlyInAnyOrderElementsOf(ALL);
    assertThat(drawn(1)).noneMatch(shape -> shape.contains("y") || shape.contains("Y"));
  }

  /** The shapes of many transactions; the key that comes first is x. */
  private static Set<String> drawn(int keys) {
    TransactionMix mix =
        new TransactionMix(
            DataModel.MINI_TRANSACTION,
            1,
            4,
            0.25,
            0,
            0,
            keys,
            0,
            KeyDistribution.parse("zipf:5"),
            1);
    Planner planner = new Planner(mix, new SplitMix(7), new WorkloadState(mix));
    TransactionPlan plan = new TransactionPlan();
    Set<String> shapes = new HashSet<>();
    for (int i = 0; i < 5_000; i++) {
      planner.draw(plan);
      StringBuilder shape = new StringBuilder();
      for (int o = 0; o < plan.length(); o++) {
        String letter = plan.key(o) == plan.key(0) ? "x" : "y";
        shape.append(plan.isWrite(o) ? letter.toUpperCase(Locale.ROOT) : letter);
      }
      shapes.add(shape.toString());
    }
    return shapes;
  }
}
