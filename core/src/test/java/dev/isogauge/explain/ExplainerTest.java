package dev.isogauge.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.explain.SampleAnomalies.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
