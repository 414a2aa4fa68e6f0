package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.WeakLevels;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Weak levels of lists, and of lists beside registers. */
class ListsTest {
  private static String verdict(String text, IsolationLevel level) throws IOException {
    return Checks.check(IsogaugeText.parse(text), level, Limits.DEFAULT).word();
  }

  /** The appender of an earlier element happens before the reader, though it is not read from. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "s1: a(y,5) a(x,1) | s2: a(x,2) | s3: r(x,[1,2]) r(y,[])",
        "s1: a(x,1) w(z,1) | s2: a(x,2) | s3: r(x,[1,2]) ; r(z,nil)",
        // With a value of two writers, so that a choice is searched for.
        "s1: a(x,1) w(z,1) | s2: a(x,2) | s3: r(x,[1,2]) ; r(z,nil)"
            + " | s4: w(v,1) | s5: w(v,1) | s6: r(v,1)",
        "s1: a(x,1) w(z,1) | s2: a(x,2) | s3: r(x,[1,2]) w(v,1) | s4: w(v,1) | s5: r(v,1) r(z,nil)"
            + " | s6: r(v,1) r(x,[1,2]) r(z,nil)"
      })
  void allElementsHappenBeforeTheReader(String text) throws IOException {
    for (IsolationLevel level :
        List.of(
            IsolationLevel.CAUSAL,
            IsolationLevel.PREFIX_CONSISTENCY,
            IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION)) {
      assertThat(verdict(text, level)).as(level.id()).isEqualTo("violated");
    }
    assertThat(verdict(text, IsolationLevel.READ_COMMITTED)).isEqualTo("satisfied");
    for (IsolationLevel level : IsolationLevel.sessionGuarantees()) {
      assertThat(verdict(text, level)).as(level.id()).isEqualTo("satisfied");
    }
  }

  @Test
  void anEarlierElementIsSaidToBeHeld() throws IOException {
    History history = IsogaugeText.parse("s1: a(y,5) a(x,1) | s2: a(x,2) | s3: r(x,[1,2]) r(y,[])");
    Verdict.Violated violated =
        (Verdict.Violated) new WeakChecker(IsolationLevel.CAUSAL, Limits.DEFAULT).check(history);
    assertThat(violated.anomalies().get(0).kind()).isEqualTo(AnomalyKind.CAUSALITY_VIOLATION);
    assertThat(new Explainer(history).explain(violated.anomalies().get(0)).toString())
        .contains("s3.1 had read x = [1,2], which holds what s1.1 appended, before that");
  }

  /** Own appends are cut off before lists are compared. */
  @Test
  void anOwnAppendIsNoIncompatibleOrder() throws IOException {
    String text = "s1: a(x,1) | s2: r(x,[1]) | s3: a(x,2) r(x,[2])";
    assertThat(verdict(text, IsolationLevel.PL_2)).isEqualTo("satisfied");
  }

  /** With unique values nothing is searched for, so this is a matter of moments. */
  @Test
  void listsBesideRegistersAreDecidedInPolynomialTime() throws IOException {
    History history = IsogaugeText.parse(serialRun(2_000));
    Limits limits = Limits.DEFAULT.withTimeout(Duration.ofSeconds(20));
    for (IsolationLevel level : WeakLevels.ALL) {
      Verdict verdict = new WeakChecker(level, limits).check(history);
      assertThat(verdict).as(level.id()).isInstanceOf(Verdict.Satisfied.class);
      assertThat(
              WitnessVerifier.refute(
                  history, Question.of(level), ((Verdict.Satisfied) verdict).witness()))
          .isEmpty();
    }
  }

  private static String serialRun(int transactions) {
    Random random = new Random(5);
    Map<String, Integer> registers = new HashMap<>();
    Map<String, List<Integer>> lists = new HashMap<>();
    StringBuilder text = new StringBuilder();
    int value = 0;
    for (int t = 0; t < transactions; t++) {
      text.append('s').append(random.nextInt(20)).append(':');
      for (int i = 0; i < 8; i++) {
        boolean writes = random.nextBoolean();
        if (random.nextInt(50) == 0) {
          String key = "l" + random.nextInt(5);
          List<Integer> list = lists.computeIfAbsent(key, unused -> new ArrayList<>());
          if (writes) {
            list.add(++value);
          }
          text.append(
              writes
                  ? " a(%s,%d)".formatted(key, value)
                  : " r(%s,%s)".formatted(key, list.toString().replace(" ", "")));
        } else {
          String key = "k" + random.nextInt(100);
          if (writes) {
            registers.put(key, ++value);
          }
          text.append(
              " %s(%s,%s)"
                  .formatted(
                      writes ? "w" : "r",
                      key,
                      registers.get(key) == null ? "nil" : registers.get(key)));
        }
      }
      text.append('\n');
    }
    return text.toString();
  }
}
