package dev.isogauge.oracle.strong;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.check.Checks;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.Shapes;
import dev.isogauge.oracle.WeakLevels;
import dev.isogauge.property.AllWitnesses;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import dev.isogauge.versions.ListAppends;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Histories of lists and registers, decided as by trying all runs. */
class MixedTest {
  private static final List<IsolationLevel> LEVELS =
      List.of(
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY);

  @Test
  void strongLevelsAgreeWithAllRuns() throws IOException {
    int count = TestSize.pick(700, 40_000);
    int[] satisfied = new int[LEVELS.size()];
    for (long seed = 0; seed < count; seed++) {
      String text = history(new Random(seed));
      History history = IsogaugeText.parse(text);
      for (IsolationLevel level : LEVELS) {
        Runs runs = new Runs(history, true, level == IsolationLevel.STRICT_SERIALIZABILITY);
        boolean holds =
            level == IsolationLevel.SNAPSHOT_ISOLATION
                ? runs.isSnapshotIsolated()
                : runs.isSerializable();
        Verdict verdict = Checks.check(history, level, Limits.DEFAULT);
        assertThat(verdict.word())
            .as("seed %d, %s: %s%n%s", seed, level, verdict, text)
            .isEqualTo(holds ? "satisfied" : "violated");
        if (verdict instanceof Verdict.Satisfied proved) {
          satisfied[LEVELS.indexOf(level)]++;
          assertThat(WitnessVerifier.refute(history, Question.of(level), proved.witness()))
              .as(text)
              .isEmpty();
        } else {
          assertThat(((Verdict.Violated) verdict).anomalies()).as(text).isNotEmpty();
        }
      }
    }
    assertThat(Arrays.stream(satisfied)).allMatch(n -> n > count / 20 && n < count - count / 20);
  }

  /** Of all orders and writers that could be claimed, some pass exactly if the level holds. */
  @Test
  void onlyTrueWitnessesPass() throws IOException {
    int count = TestSize.pick(60, 2_000);
    for (long seed = 0; seed < count; seed++) {
      String text = history(new Random(seed));
      History history = IsogaugeText.parse(text);
      for (IsolationLevel level : weakLevels()) {
        assertThat(AllWitnesses.somePasses(history, level))
            .as("seed %d, %s%n%s", seed, level, text)
            .isEqualTo(new MixedCommitOrders(history).holds(level));
      }
    }
  }

  private static List<IsolationLevel> weakLevels() {
    return WeakLevels.ALL.stream().filter(level -> level != IsolationLevel.CUT_ISOLATION).toList();
  }

  @Test
  void weakLevelsAgreeWithAllCommitOrders() throws IOException {
    List<IsolationLevel> levels = weakLevels();
    int count = TestSize.pick(500, 20_000);
    int[] satisfied = new int[levels.size()];
    for (long seed = 0; seed < count; seed++) {
      String text = history(new Random(seed));
      History history = IsogaugeText.parse(text);
      for (IsolationLevel level : levels) {
        boolean holds = new MixedCommitOrders(history).holds(level);
        for (boolean alone : new boolean[] {true, false}) {
          Verdict verdict =
              alone && history.hasLists() && !ListAppends.ORDER.obstacle(history).isEmpty()
                  ? new WeakChecker(level, Limits.DEFAULT).check(history)
                  : Checks.check(history, level, Limits.DEFAULT);
          assertThat(verdict.word())
              .as("seed %d, %s: %s%n%s", seed, level, verdict, text)
              .isEqualTo(holds ? "satisfied" : "violated");
          if (verdict instanceof Verdict.Satisfied proved) {
            assertThat(WitnessVerifier.refute(history, Question.of(level), proved.witness()))
                .as("seed %d, %s%n%s", seed, level, text)
                .isEmpty();
          } else {
            List<Anomaly> found = ((Verdict.Violated) verdict).anomalies();
            assertThat(found).as(text).isNotEmpty();
            assertThat(found)
                .as("seed %d, %s%n%s", seed, level, text)
                .noneMatch(MixedTest::hasTooManyCases);
          }
        }
        satisfied[levels.indexOf(level)] += holds ? 1 : 0;
      }
    }
    assertThat(Arrays.stream(satisfied)).allMatch(n -> n > count / 20 && n < count - count / 20);
  }

  /** Whether a finding shows a contradiction in some cases only, or in none. */
  private static boolean hasTooManyCases(Anomaly anomaly) {
    return Shapes.of(anomaly) instanceof Shapes.NoOrder unordered
        && (unordered.operations().isEmpty() || hasTooManyCases(unordered.refutation()));
  }

  private static boolean hasTooManyCases(Refutation refutation) {
    return refutation instanceof Refutation.TooManyCases
        || (refutation instanceof Refutation.Cases cases
            && cases.options().stream().anyMatch(MixedTest::hasTooManyCases));
  }

  /** A run of up to five transactions on lists l, m and registers x, y, with some wrong reads. */
  private static String history(Random random) {
    List<List<Integer>> lists = List.of(new ArrayList<>(), new ArrayList<>());
    int[] registers = new int[2];
    StringBuilder text = new StringBuilder("init x=0 y=0\n");
    int values = random.nextBoolean() ? 100 : 3;
    int count = 2 + random.nextInt(4);
    int element = 0;
    for (int i = 0; i < count; i++) {
      int begin = 10 * i - random.nextInt(20);
      text.append("s").append(random.nextInt(3)).append(": ");
      text.append("[rt %d..%d]".formatted(begin, begin + random.nextInt(25)));
      for (int k = random.nextInt(3) + (i == 0 ? 1 : 0); k >= 0; k--) {
        int key = random.nextInt(2);
        boolean stale = random.nextInt(5) == 0;
        switch (random.nextInt(4)) {
          case 0 -> {
            lists.get(key).add(++element);
            text.append(" a(%s,%d)".formatted(key == 0 ? "l" : "m", element));
          }
          case 1 -> {
            List<Integer> list = lists.get(key);
            int size = stale ? random.nextInt(list.size() + 1) : list.size();
            text.append(
                " r(%s,%s)"
                    .formatted(
                        key == 0 ? "l" : "m", list.subList(0, size).toString().replace(" ", "")));
          }
          case 2 -> {
            registers[key] = 1 + random.nextInt(values);
            text.append(" w(%s,%d)".formatted(key == 0 ? "x" : "y", registers[key]));
          }
          default ->
              text.append(" r(%s,%d)".formatted(key == 0 ? "x" : "y", stale ? 0 : registers[key]));
        }
      }
      text.append('\n');
    }
    return text.toString();
  }
}
