package dev.isogauge.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.linear.LinearizabilityChecker;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Golden explanations of keys without linearization; {@code -Disogauge.golden=update} rewrites. */
class LinearExplanationTest {
  private static final Path GOLDEN = Path.of("src/test/resources/linear-explanations");

  /** By name: a history with one finding. */
  private static final Map<String, List<String>> HISTORIES = new TreeMap<>();

  static {
    add("never-written", "s1 T1: [rt 1..2] w(x,1)", "s2 T2: [rt 3..4] r(x,7)");
    add("aborted", "s1 T1: aborted [rt 1..2] w(x,7)", "s2 T2: [rt 3..4] r(x,7)");
    add(
        "fork",
        "s1 T1: [rt 1..2] r(x,nil) w(x,1)",
        "s2 T2: [rt 3..9] r(x,1) w(x,2)",
        "s3 T3: [rt 4..8] r(x,1) w(x,3)");
    add("fork-initial", "s1 T1: [rt 1..5] r(x,nil) w(x,1)", "s2 T2: [rt 2..4] r(x,nil) w(x,2)");
    add("circle", "s1 T1: [rt 1..5] r(x,2) w(x,1)", "s2 T2: [rt 2..4] r(x,1) w(x,2)");
    add("backwards", "s1 T1: [rt 5..6] r(x,nil) w(x,1)", "s2 T2: [rt 1..2] r(x,1) w(x,2)");
    add(
        "read-after-replaced",
        "s1 T1: [rt 1..2] r(x,nil) w(x,1)",
        "s2 T2: [rt 3..4] r(x,1) w(x,2)",
        "s3 T3: [rt 6..7] r(x,1)");
    add(
        "stale-read",
        "s1 T1: [rt 1..2] w(x,1)",
        "s2 T2: [rt 3..4] w(x,2)",
        "s3 T3: [rt 5..6] r(x,1)");
    add("stale-initial", "s1 T1: [rt 1..2] w(x,1)", "s2 T2: [rt 3..] r(x,nil)");
    add(
        "entangled",
        "s1 T1: [rt 1..9] w(x,1)",
        "s2 T2: [rt 1..9] w(x,2)",
        "s3 T3: [rt 2..3] r(x,1)",
        "s3 T4: [rt 6..7] r(x,1)",
        "s4 T5: [rt 2..3] r(x,2)",
        "s4 T6: [rt 6..7] r(x,2)");
    add(
        "no-order",
        "s1: [rt 1..2] w(x,1) ; [rt 3..4] w(x,2) ; [rt 5..6] w(x,1)",
        "s2 T2: [rt 7..10] w(x,2)",
        "s3 T3: [rt 8..9] r(x,2)",
        "s3 T4: [rt 11..12] r(x,1)",
        "s4 T5: indeterminate [rt 2..] r(x,2) w(x,3)");
    add(
        "no-order-from-the-start",
        "s1 T1: [rt 1..2] w(x,1)",
        "s2 T2: [rt 5..] w(x,nil)",
        "s3 T3: [rt 3..4] r(x,nil)");
    add(
        "no-order-without-end",
        "s1 T1: [rt 1..2] w(x,1)",
        "s2 T2: [rt 1..2] w(x,1)",
        "s3 T3: [rt 3..] r(x,nil) w(x,3)",
        "s4 T4: [rt 5..] r(x,1)");
    add(
        "no-order-under-way",
        "init x=0",
        "s1 T1: [rt -4..5] w(x,1)",
        "s2 T2: [rt 8..13] r(x,0) w(x,1)",
        "s3 T3: [rt 7..12] w(x,1)",
        "s4 T4: [rt 3..10] w(x,1)",
        "s5 T5: [rt 8..13] r(x,0) w(x,1)",
        "s6 T6: [rt 2..6] r(x,1)",
        "s7 T7: [rt -1..4] r(x,1) w(x,0)");
    List<String> chain = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      long begin = i == 0 ? 500 : 10L;
      chain.add(
          String.format(
              "s%d T%d: [rt %d..%d] r(x,%d) w(x,%d)", i, i, begin, 1000 - i * 30, i - 1, i));
    }
    chain.add(0, "init x=-1");
    HISTORIES.put("long-chain", chain);
  }

  private static void add(String name, String... lines) {
    HISTORIES.put(name, List.of(lines));
  }

  static Stream<String> names() {
    return HISTORIES.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void explains(String name) throws IOException {
    Sample sample = Sample.of(HISTORIES.get(name).toArray(String[]::new));
    Verdict verdict = new LinearizabilityChecker(Limits.DEFAULT).check(sample.history);
    assertThat(verdict).isInstanceOf(Verdict.Violated.class);
    Anomaly anomaly = ((Verdict.Violated) verdict).anomalies().get(0);
    String text =
        new Explainer(sample.history).explain(anomaly).text()
            + "Evidence:\n"
            + evidence(sample, Evidence.of(sample.history, anomaly));
    Path golden = GOLDEN.resolve(name + ".txt");
    if ("update".equals(System.getProperty("isogauge.golden"))) {
      Files.writeString(golden, text);
    }
    assertThat(golden).exists();
    assertThat(text).isEqualTo(Files.readString(golden));
  }

  private static String evidence(Sample sample, Evidence evidence) {
    Names names = new Names(sample.history);
    return String.format(
        "  transactions %s\n  operations %s\n  edges %s\n",
        evidence.transactions().stream().map(sample.history::transactionName).toList(),
        evidence.operations().stream().map(names::operation).toList(),
        evidence.edges().stream()
            .map(
                e ->
                    sample.history.transactionName(e.from())
                        + " "
                        + e.relation().symbol()
                        + " "
                        + sample.history.transactionName(e.to()))
            .toList());
  }

  @Test
  void everyGoldenFileBelongsToAHistory() throws IOException {
    try (Stream<Path> files = Files.list(GOLDEN)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(names().map(name -> name + ".txt").toList());
    }
  }
}
