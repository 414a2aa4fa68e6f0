package dev.isogauge.collect.derby;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.collect.process.Commands;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/findings.md shows with plain JDBC what Derby's MERGE does. */
class PlainMergeDocumentTest {
  @Test
  void theProgramPrintsWhatTheDocumentShows(@TempDir Path directory) throws Exception {
    Path program = Files.writeString(directory.resolve("ReusedMerge.java"), block("java"));
    Artifacts artifacts = new Artifacts(notice -> {});
    String version = DefaultVersions.of("derby");
    Path engine = artifacts.jar("org.apache.derby:derby:" + version);
    Path shared = artifacts.jar("org.apache.derby:derbyshared:" + version);

    String printed =
        Commands.run(
            directory,
            120,
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                engine + File.pathSeparator + shared,
                program.toString()));

    assertThat(printed).isEqualTo(block("text").strip());
  }

  /** The first block of this language behind the words about MERGE. */
  private static String block(String language) throws IOException {
    Path document = Path.of(System.getProperty("isogauge.root")).resolve("docs/findings.md");
    String text = Files.readString(document);
    int from = text.indexOf("ReusedMergeTest");
    int start = text.indexOf("```" + language + "\n", from) + language.length() + 4;
    return text.substring(start, text.indexOf("```", start));
  }
}
