package dev.isogauge.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LibraryDocumentTest {
  private static final Path ROOT =
      Path.of(System.getProperty("isogauge.root", "..")).toAbsolutePath().normalize();

  @Test
  void theDocumentShowsTheExampleThatIsCompiledHere() throws IOException {
    String document = Files.readString(ROOT.resolve("docs/library.md"));
    String source =
        Files.readString(ROOT.resolve("app/src/test/java/dev/isogauge/example/Example.java"));

    String method = source.substring(source.indexOf("  static "), source.lastIndexOf("}"));
    assertThat(document).contains("```java\n" + method + "```");
  }

  @Test
  void theExampleExplainsAViolation() throws IOException {
    Path history = ROOT.resolve("histories/read-atomic/causality-violation.txt");

    String report = Example.check(history, IsolationLevel.CAUSAL);

    assertThat(report).contains("CausalityViolation", "question", "reader: carol.1");
    String shown = Files.readString(ROOT.resolve("docs/library.md"));
    assertThat(report).startsWith(shown.split("```text\n", 2)[1].split("\\.\\.\\.\n```", 2)[0]);
  }

  @Test
  void theExampleShowsACommitOrder() throws IOException {
    Path history = ROOT.resolve("histories/read-atomic/causality-violation.txt");

    assertThat(Example.check(history, IsolationLevel.READ_ATOMIC))
        .startsWith("holds with the commit order ")
        .contains("question", "answer", "carol.1");
  }
}
