package dev.isogauge.oracle.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Certificates are judged as the axioms say, taken literally. */
class CertificateOracleTest {
  private static final int COUNT = TestSize.pick(600, 100_000);

  private static final IsolationLevel[] LEVELS = {
    IsolationLevel.PL_1,
    IsolationLevel.PL_2,
    IsolationLevel.PL_2_99,
    IsolationLevel.PL_3,
    IsolationLevel.PL_SI,
    IsolationLevel.SNAPSHOT_ISOLATION,
    IsolationLevel.SERIALIZABILITY,
    IsolationLevel.STRICT_SERIALIZABILITY
  };

  @Test
  void agreesWithTheAxioms() throws Exception {
    Map<String, Integer> met = new TreeMap<>();
    for (long seed = 0; seed < COUNT; seed++) {
      Certified certified = CertifiedHistories.make(seed, 6);
      History history = IsogaugeText.parse(certified.toString());
      AdyaOracle oracle = new AdyaOracle(certified);
      Explainer explainer = new Explainer(history);
      for (IsolationLevel level : LEVELS) {
        if (level == IsolationLevel.STRICT_SERIALIZABILITY && !certified.hasTimes) {
          continue;
        }
        Verdict verdict = check(level, history);
        String expected = oracle.verdict(level);
        if (level == IsolationLevel.PL_SI && certified.hasSnapshots && isContradictory(verdict)) {
          expected = "unknown";
        }
        assertThat(verdict.word())
            .as("%s, seed %d, %s:%n%s", level, seed, verdict, certified)
            .isEqualTo(expected);
        met.merge(level.id() + " " + expected, 1, Integer::sum);
        if (level == IsolationLevel.PL_SI && certified.hasTimestamps) {
          met.merge("timestamps " + expected, 1, Integer::sum);
        }
        verdict.notes().forEach(explainer::explain);
        if (verdict instanceof Verdict.Violated violated) {
          assertThat(violated.anomalies()).isNotEmpty();
          violated.anomalies().forEach(explainer::explain);
        } else if (verdict instanceof Verdict.Satisfied satisfied) {
          assertThat(WitnessVerifier.refute(history, question(level), satisfied.witness()))
              .as("%s, seed %d:%n%s", level, seed, certified)
              .isEmpty();
        }
      }
    }
    List<String> questions = new ArrayList<>(List.of("timestamps"));
    for (IsolationLevel level : LEVELS) {
      questions.add(level.id());
    }
    for (String question : questions) {
      for (String word : new String[] {"satisfied", "violated", "unknown"}) {
        assertThat(met.getOrDefault(question + " " + word, 0))
            .as("%s %s of %s", question, word, met)
            .isPositive();
      }
    }
  }

  /** Snapshots that no run can have taken are not judged any further. */
  private static boolean isContradictory(Verdict verdict) {
    return verdict instanceof Verdict.Unknown unknown
        && unknown.reason().equals("the recorded snapshots contradict one another");
  }

  static Verdict check(IsolationLevel level, History history) {
    return Checks.check(history, question(level), Limits.DEFAULT);
  }

  static Question question(IsolationLevel level) {
    return new Question(level, OrderSource.CERTIFICATE, true);
  }
}
