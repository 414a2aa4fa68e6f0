package dev.isogauge.property;

import static dev.isogauge.level.IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION;
import static dev.isogauge.level.IsolationLevel.PREFIX_CONSISTENCY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.strong.VisibilityOracle;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prefix consistency and parallel snapshot isolation against visibility and arbitration. */
class ReplicaLevelsTest {
  private static final List<IsolationLevel> LEVELS =
      List.of(PREFIX_CONSISTENCY, PARALLEL_SNAPSHOT_ISOLATION);

  /** By level: how often it held, and how often with a serial order, or not even causally. */
  private final int[] satisfied = new int[LEVELS.size()];

  @Test
  void knowsTheTextbookExamples() throws IOException {
    assertThat(holds("s1: w(x,1)\ns2: w(y,1)\ns3: r(x,1) r(y,nil)\ns4: r(x,nil) r(y,1)\n"))
        .as("a long fork")
        .containsExactly(false, true);
    assertThat(holds("s1: r(x,nil) w(x,1)\ns2: r(x,nil) w(x,2)\n"))
        .as("a lost update")
        .containsExactly(true, false);
    assertThat(holds("s1: r(x,nil) r(y,nil) w(x,1)\ns2: r(x,nil) r(y,nil) w(y,1)\n"))
        .as("a write skew")
        .containsExactly(true, true);
    assertThat(holds("s1: w(x,1)\ns1: r(x,nil)\n")).as("a stale read").containsOnly(false);
  }

  private static List<Boolean> holds(String text) throws IOException {
    History history = IsogaugeText.parse(text);
    List<Boolean> holds = new ArrayList<>();
    for (IsolationLevel level : LEVELS) {
      Verdict verdict = Checks.check(history, level, Limits.DEFAULT);
      assertThat(verdict).isNotInstanceOf(Verdict.Unknown.class);
      assertThat(verdict instanceof Verdict.Satisfied).isEqualTo(byOracle(history, level));
      holds.add(verdict instanceof Verdict.Satisfied);
    }
    return holds;
  }

  private static boolean byOracle(History history, IsolationLevel level) {
    VisibilityOracle oracle = new VisibilityOracle(history);
    return level == PREFIX_CONSISTENCY
        ? oracle.isPrefixConsistent()
        : oracle.isParallelSnapshotIsolated();
  }

  @ParameterizedTest
  @ValueSource(strings = {"registers", "lists", "mixed", "repeated", "mixed, repeated"})
  void agreesWithVisibility(String model) throws IOException {
    int count = TestSize.pick(250, 30_000);
    for (long seed = 0; seed < count; seed++) {
      String text = history(new Random(seed), model);
      agrees(IsogaugeText.parse(text), "seed " + seed + "\n" + text);
    }
    assertThat(satisfied[0]).isBetween(count / 20, count - count / 20);
    assertThat(satisfied[1]).isBetween(count / 20, count - count / 20);
  }

  /** Of all orders and writers that could be claimed, some pass exactly if the level holds. */
  @Test
  void onlyTrueWitnessesPass() throws IOException {
    int count = TestSize.pick(100, 3_000);
    int held = 0;
    for (long seed = 0; seed < count; seed++) {
      String text = history(new Random(seed), "mixed, repeated");
      History history = IsogaugeText.parse(text);
      boolean holds = byOracle(history, PARALLEL_SNAPSHOT_ISOLATION);
      held += holds ? 1 : 0;
      assertThat(AllWitnesses.somePasses(history, PARALLEL_SNAPSHOT_ISOLATION))
          .as(text)
          .isEqualTo(holds);
    }
    assertThat(held).isBetween(count / 20, count - count / 20);
  }

  @Test
  void agreesOnSmallHistories() {
    int step = TestSize.pick(499, 1);
    for (List<Integer> sizes : List.of(List.of(2, 1), List.of(1, 1, 1))) {
      SmallHistories.forEach(
          sizes,
          List.of(Outcome.COMMITTED, Outcome.ABORTED),
          false,
          number -> number % step == 0,
          tiny -> agrees(tiny.toHistory(), tiny.toString()));
    }
  }

  /** A long fork among what snapshot isolation forbids, and whatever else is said to be like it. */
  private static void namesPrefixesRightly(History history, String text) {
    Verdict verdict = Checks.check(history, IsolationLevel.SNAPSHOT_ISOLATION, Limits.DEFAULT);
    if (verdict instanceof Verdict.Violated violated
        && violated.anomalies().stream()
            .anyMatch(anomaly -> anomaly.forbiddenBy().contains(PREFIX_CONSISTENCY))) {
      assertThat(byOracle(history, PREFIX_CONSISTENCY)).as(violated + "\n" + text).isFalse();
    }
  }

  private void agrees(History history, String text) {
    namesPrefixesRightly(history, text);
    for (IsolationLevel level : LEVELS) {
      boolean holds = byOracle(history, level);
      satisfied[LEVELS.indexOf(level)] += holds ? 1 : 0;
      Verdict verdict = Checks.check(history, level, Limits.DEFAULT);
      Verdict searched = new WeakChecker(level, Limits.DEFAULT).check(history);
      for (Verdict each : List.of(verdict, searched)) {
        String described = level + ": " + each + "\n" + text;
        assertThat(each.word()).as(described).isEqualTo(holds ? "satisfied" : "violated");
        if (each instanceof Verdict.Satisfied proved) {
          assertThat(WitnessVerifier.refute(history, Question.of(level), proved.witness()))
              .as(described)
              .isEmpty();
        } else {
          assertThat(((Verdict.Violated) each).anomalies()).as(described).isNotEmpty();
        }
      }
    }
  }

  /** Up to five transactions; most reads are of the latest version, the others of an older one. */
  private static String history(Random random, String model) {
    int count = 2 + random.nextInt(4);
    int sessions = 1 + random.nextInt(4);
    List<List<Integer>> versions = List.of(new ArrayList<>(), new ArrayList<>());
    List<List<Integer>> lists = List.of(new ArrayList<>(), new ArrayList<>());
    StringBuilder text = new StringBuilder();
    int value = 0;
    for (int i = 0; i < count; i++) {
      text.append('s').append(random.nextInt(sessions)).append(':');
      for (int k = random.nextInt(3); k >= 0; k--) {
        int key = random.nextInt(2);
        boolean list = model.equals("lists") || (model.startsWith("mixed") && random.nextBoolean());
        boolean stale = random.nextInt(3) == 0;
        List<Integer> of = (list ? lists : versions).get(key);
        String name = (list ? "l" : "r") + key;
        int seen = stale ? random.nextInt(of.size() + 1) : of.size();
        if (random.nextInt(5) < 2) {
          int next = model.endsWith("repeated") ? 1 + random.nextInt(3) : ++value;
          value = list ? ++value : value;
          of.add(list ? value : next);
          text.append(
              list ? " a(%s,%d)".formatted(name, value) : " w(%s,%d)".formatted(name, next));
        } else if (list) {
          text.append(" r(%s,%s)".formatted(name, of.subList(0, seen)).replace(", ", ","));
        } else {
          text.append(" r(%s,%s)".formatted(name, seen == 0 ? "nil" : of.get(seen - 1)));
        }
      }
      text.append('\n');
    }
    return text.toString();
  }
}
