package dev.isogauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.explain.Explainer;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Verdicts on the sample histories at every level, with an explanation of each kind of anomaly;
 * {@code -Disogauge.golden=update} rewrites them.
 */
class SampleExplanationsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/sample-explanations");

  static List<Path> files() throws IOException {
    return SampleHistories.files();
  }

  private static Path golden(Path file) {
    return GOLDEN.resolve(file + ".txt");
  }

  @ParameterizedTest
  @MethodSource("files")
  void explains(Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    StringBuilder explanations = new StringBuilder();
    Set<AnomalyKind> explained = EnumSet.noneOf(AnomalyKind.class);
    for (CheckResult result : SampleHistories.check(file)) {
      String reason = Findings.reason(result.verdict());
      text.append(result.question().id()).append(": ").append(result.verdict().word());
      text.append(reason.isEmpty() ? "" : ": " + reason).append('\n');
      List<Anomaly> found = new ArrayList<>(result.verdict().notes());
      if (result.verdict() instanceof Verdict.Violated violated) {
        found.addAll(violated.anomalies());
      }
      for (Anomaly anomaly : found) {
        if (explained.add(anomaly.kind())) {
          explanations.append('\n');
          explanations.append(new Explainer(result.history()).explain(anomaly).text());
        }
      }
    }
    text.append(explanations);
    if ("update".equals(System.getProperty("isogauge.golden"))) {
      Files.createDirectories(golden(file).getParent());
      Files.writeString(golden(file), text);
    }
    assertThat(text.toString()).isEqualTo(Files.readString(golden(file)));
  }

  @Test
  void everyGoldenFileBelongsToAHistory() throws IOException {
    try (Stream<Path> files = Files.walk(GOLDEN)) {
      assertThat(files.filter(Files::isRegularFile))
          .containsExactlyInAnyOrderElementsOf(
              files().stream().map(SampleExplanationsTest::golden).toList());
    }
  }
}
