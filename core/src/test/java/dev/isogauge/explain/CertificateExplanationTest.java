package dev.isogauge.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Histories with certificates, those of the paper among them: verdicts of all levels and every
 * explanation. {@code -Disogauge.golden=update} rewrites the expected texts.
 */
class CertificateExplanationTest {
  private static final Path GOLDEN = Path.of("src/test/resources/certificate-explanations");

  private static final List<IsolationLevel> LEVELS =
      OrderSource.CERTIFICATE.levels().stream()
          .filter(level -> level != IsolationLevel.STRICT_SERIALIZABILITY)
          .toList();

  static Stream<Path> histories() throws IOException {
    try (Stream<Path> files = Files.list(GOLDEN)) {
      return files.filter(file -> file.toString().endsWith(".isogauge")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("histories")
  void tells(Path file) throws IOException {
    History history = IsogaugeText.parse(Files.readString(file));
    StringBuilder text = new StringBuilder();
    Set<String> explanations = new LinkedHashSet<>();
    for (IsolationLevel level : LEVELS) {
      Question question = new Question(level, OrderSource.CERTIFICATE, true);
      Verdict verdict = Checks.check(history, question, Limits.DEFAULT);
      text.append(level.id()).append(": ").append(verdict.word());
      if (verdict instanceof Verdict.Unknown unknown) {
        text.append(", ").append(unknown.reason());
      }
      text.append('\n');
      List<Anomaly> found = new ArrayList<>(verdict.notes());
      if (verdict instanceof Verdict.Violated violated) {
        found.addAll(violated.anomalies());
      } else if (verdict instanceof Verdict.Satisfied satisfied) {
        assertThat(WitnessVerifier.refute(history, question, satisfied.witness())).isEmpty();
      }
      found.forEach(anomaly -> explanations.add(new Explainer(history).explain(anomaly).text()));
    }
    explanations.forEach(explanation -> text.append('\n').append(explanation));
    Path golden = Path.of(file.toString().replace(".isogauge", ".txt"));
    if ("update".equals(System.getProperty("isogauge.golden"))) {
      Files.writeString(golden, text);
    }
    assertThat(golden).exists();
    assertThat(text.toString()).isEqualTo(Files.readString(golden));
  }

  @Test
  void everyTextBelongsToAHistory() throws IOException {
    try (Stream<Path> files = Files.list(GOLDEN)) {
      files
          .filter(file -> file.toString().endsWith(".txt"))
          .forEach(
              file -> assertThat(Path.of(file.toString().replace(".txt", ".isogauge"))).exists());
    }
  }
}
