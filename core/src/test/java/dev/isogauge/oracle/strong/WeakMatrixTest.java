package dev.isogauge.oracle.strong;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Checks;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.WeakLevels;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every kind of data, with unique and repeated values, and every outcome: the weak levels are
 * decided as by trying everything, and what holds is proved.
 */
class WeakMatrixTest {
  /** 18 cells and 7 levels make 5,040 verdicts, or 201,600. */
  private static final int RUNS = TestSize.pick(40, 1_600);

  enum Data {
    REGISTERS,
    LISTS,
    BOTH
  }

  enum Outcomes {
    COMMITTED,
    /** Some abort, of some the outcome is unknown. */
    ANY,
    /** Some reads have no result. */
    UNKNOWN_READS
  }

  /** One cell of the matrix. */
  record Cell(Data data, boolean repeats, Outcomes outcomes) {}

  static Stream<Cell> cells() {
    return Stream.of(Data.values())
        .flatMap(
            data ->
                Stream.of(Outcomes.values())
                    .flatMap(
                        outcomes ->
                            Stream.of(true, false)
                                .map(repeats -> new Cell(data, repeats, outcomes))));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void isDecidedAsByTryingEverything(Cell cell) throws IOException {
    int satisfied = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      String text = history(new Random(seed), cell);
      History history = IsogaugeText.parse(text);
      MixedCommitOrders orders = new MixedCommitOrders(history);
      for (IsolationLevel level : WeakLevels.ALL) {
        if (level != IsolationLevel.CUT_ISOLATION) {
          boolean holds = orders.holds(level);
          satisfied += holds ? 1 : 0;
          String story = "seed %d, %s%n%s".formatted(seed, level, text);
          require(story, history, level, Checks.check(history, level, Limits.DEFAULT), holds);
          require(
              story, history, level, new WeakChecker(level, Limits.DEFAULT).check(history), holds);
        }
      }
    }
    assertThat(satisfied).isBetween(RUNS / 10, 7 * RUNS - RUNS / 10);
  }

  private static void require(
      String story, History history, IsolationLevel level, Verdict verdict, boolean holds) {
    if (verdict instanceof Verdict.Unknown unknown) {
      // What such a list shows would have to be chosen too.
      assertThat(unknown.reason())
          .as(story)
          .contains(
              "whose outcome is unknown, reads elements of", "that no other transaction shows");
      assertThat(history.duplicateWrites()).as(story).isNotEmpty();
      return;
    }
    assertThat(verdict.word())
        .as("%s%s", story, verdict)
        .isEqualTo(holds ? "satisfied" : "violated");
    if (verdict instanceof Verdict.Satisfied proved) {
      assertThat(WitnessVerifier.refute(history, Question.of(level), proved.witness()))
          .as(story)
          .isEmpty();
    } else {
      List<Anomaly> found = ((Verdict.Violated) verdict).anomalies();
      assertThat(found).as(story).isNotEmpty();
      found.forEach(
          anomaly ->
              assertThat(new Explainer(history).explain(anomaly).sentences())
                  .as(story)
                  .isNotEmpty());
    }
  }

  /** A run of three to five transactions in three sessions, with some wrong reads. */
  private static String history(Random random, Cell cell) {
    Map<String, List<Integer>> states = new HashMap<>();
    StringBuilder text = new StringBuilder("init x=0 y=0\n");
    int value = 0;
    int count = 3 + random.nextInt(3);
    for (int t = 0; t < count; t++) {
      int outcome = cell.outcomes == Outcomes.ANY ? random.nextInt(4) : 0;
      text.append("s%d:".formatted(random.nextInt(3)));
      text.append(outcome == 3 ? " aborted" : outcome == 2 ? " indeterminate" : "");
      for (int i = 1 + random.nextInt(3); i >= 0; i--) {
        boolean isList =
            cell.data == Data.LISTS || (cell.data == Data.BOTH && random.nextBoolean());
        String key =
            isList
                ? List.of("l", "m").get(random.nextInt(2))
                : List.of("x", "y").get(random.nextInt(2));
        List<Integer> state = states.computeIfAbsent(key, unused -> new ArrayList<>());
        if (random.nextBoolean()) {
          value++;
          int written = cell.repeats && !isList ? 1 + random.nextInt(3) : value;
          text.append(" %s(%s,%d)".formatted(isList ? "a" : "w", key, written));
          if (outcome != 3 || random.nextInt(4) == 0) {
            state.add(written);
          }
        } else if (cell.outcomes == Outcomes.UNKNOWN_READS && random.nextInt(3) == 0) {
          text.append(" r(%s,?)".formatted(key));
        } else {
          int size = random.nextInt(3) == 0 ? random.nextInt(state.size() + 1) : state.size();
          text.append(
              " r(%s,%s)"
                  .formatted(
                      key,
                      isList
                          ? state.subList(0, size).toString().replace(" ", "")
                          : size == 0 ? "0" : state.get(size - 1).toString()));
        }
      }
      text.append('\n');
    }
    return text.toString();
  }
}
