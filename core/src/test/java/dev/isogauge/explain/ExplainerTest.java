package dev.isogauge.explain;

import static dev.isogauge.level.IsolationLevel.CAUSAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.check.Checks;
import dev.isogauge.explain.SampleAnomalies.Case;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Golden explanations; {@code -Disogauge.golden=update} rewrites them. */
class ExplainerTest {
  private static final Path GOLDEN = Path.of("src/test/resources/explanations");

  static Stream<Case> cases() {
    return SampleAnomalies.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void explains(Case example) throws IOException {
    String text = new Explainer(example.sample().history).explain(example.anomaly()).text();
    Path golden = GOLDEN.resolve(example.name() + ".txt");
    if ("update".equals(System.getProperty("isogauge.golden"))) {
      Files.writeString(golden, text);
    }
    assertThat(golden).exists();
    assertThat(text).isEqualTo(Files.readString(golden));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void checkersFindTheEvidenceThatIsExplained(Case example) {
    IsolationLevel level = weakestViolated(example.anomaly());
    Verdict verdict = Checks.check(example.sample().history, level, Limits.DEFAULT);
    List<Anomaly> found = new ArrayList<>(verdict.notes());
    if (verdict instanceof Verdict.Violated violated) {
      found.addAll(violated.anomalies());
    }
    assertThat(found).contains(example.anomaly());
  }

  private static IsolationLevel weakestViolated(Anomaly anomaly) {
    return anomaly.level().isPresent()
        ? anomaly.level().get()
        : anomaly.kind().violates().stream().min(IsolationLevel::compareTo).orElse(CAUSAL);
  }

  @Test
  void aCommitOrderCycleEndsWithWhatWasInferredWhereverItBegins() {
    Case example =
        cases()
            .filter(c -> c.anomaly().kind() == AnomalyKind.COMMIT_ORDER_CYCLE)
            .findFirst()
            .orElseThrow();
    Anomaly cycle = example.anomaly();
    List<Edge> turned = new ArrayList<>(cycle.edges());
    Collections.rotate(turned, 1);
    Explainer explainer = new Explainer(example.sample().history);
    assertThat(explainer.explain(Anomaly.ofCommitOrder(cycle.level().orElseThrow(), turned)))
        .isEqualTo(explainer.explain(cycle));
  }

  @Test
  void longCyclesLeaveStepsOut() {
    int size = 20;
    String[] transactions = new String[size];
    for (int i = 0; i < size; i++) {
      transactions[i] = String.format("s%d T%d: r(k%d,1) w(k%d,1)", i, i, i, (i + 1) % size);
    }
    Sample sample = Sample.of(transactions);
    List<Edge> cycle = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int next = (i + 1) % size;
      cycle.add(sample.readsFrom("T" + i, "T" + next, "r(k" + next + ",1)"));
    }
    Explanation explanation =
        new Explainer(sample.history).explain(Anomaly.ofCycle(AnomalyKind.CYCLIC_CAUSALITY, cycle));
    assertThat(explanation.title()).contains("each of 20 transactions");
    assertThat(explanation.transactions()).hasSize(6);
    assertThat(explanation.sentences())
        .contains("T3 < T18, by 15 more such steps that are left out here.");
  }

  /** The second transaction happens before itself, but its own read forces it before nobody. */
  @Test
  void aCausalCycleIsNotBlamedOnTheInitialState() {
    Sample sample = Sample.of("s1: r(z,4) ; r(z,nil) w(z,4)");
    Verdict verdict = Checks.check(sample.history, CAUSAL, Limits.DEFAULT);
    assertThat(((Verdict.Violated) verdict).anomalies())
        .singleElement()
        .matches(anomaly -> anomaly.kind() == AnomalyKind.CYCLIC_CAUSALITY);
  }

  @Test
  void aValueOfAnotherTypeIsAHint() {
    assertThat(ofThinAir("s1: r(x,1)", "s2: w(y,\"1\") w(x,\"1\")"))
        .contains("Perhaps s2.1 wrote x = \"1\", which differs as a number does from a string.")
        .doesNotContain("before the recording began");
    assertThat(ofThinAir("s1: r(x,1)", "s2: w(y,\"1\") w(x,2)"))
        .contains("Perhaps x had that value before the recording began")
        .doesNotContain("as a number does");
  }

  private static String ofThinAir(String... transactions) {
    Sample sample = Sample.of(transactions);
    Verdict verdict = Checks.check(sample.history, CAUSAL, Limits.DEFAULT);
    return new Explainer(sample.history)
        .explain(((Verdict.Violated) verdict).anomalies().get(0))
        .text();
  }

  @Test
  void everyGoldenFileBelongsToACase() throws IOException {
    try (Stream<Path> files = Files.list(GOLDEN)) {
      List<String> names = cases().map(example -> example.name() + ".txt").toList();
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsAll(names)
          .isSubsetOf(names);
    }
  }
}
