package dev.isogauge.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Verdict.Violated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of docs/levels.md are what the page says they are, and nothing worse. */
class LevelsPageTest {
  private static final Pattern EXAMPLE = Pattern.compile("(TAP-[a-n])  (s1:.*)");

  static Stream<Matcher> examples() throws IOException {
    String page =
        Files.readString(
            Path.of(System.getProperty("isogauge.root", "..")).resolve("docs/levels.md"));
    List<Matcher> examples = page.lines().map(EXAMPLE::matcher).filter(Matcher::matches).toList();
    assertThat(examples).hasSize(14);
    return examples.stream();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void exampleShowsItsPattern(Matcher example) {
    AnomalyKind kind =
        Arrays.stream(AnomalyKind.values())
            .filter(k -> k.letter().equals(example.group(1)))
            .findFirst()
            .orElseThrow();
    Sample sample = Sample.of(example.group(2));
    for (IsolationLevel level : IsolationLevel.weak()) {
      Verdict verdict = Checks.check(sample.history, level, Limits.DEFAULT);
      assertThat(verdict instanceof Violated)
          .as(level.id())
          .isEqualTo(kind.violates().contains(level));
      if (verdict instanceof Violated violated) {
        assertThat(violated.counts()).containsKey(kind);
      }
    }
  }
}
