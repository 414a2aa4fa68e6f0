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

/**
 * A program of the examples shows with plain JDBC what Derby's MERGE does, as docs/findings.md
 * says.
 */
class PlainMergeDocumentTest {
  private static final Path ROOT = Path.of(System.getProperty("isogauge.root"));

  @Test
  void theProgramPrintsWhatTheDocumentShows(@TempDir Path directory) throws Exception {
    Path program = ROOT.resolve("examples/findings/ReusedMerge.java");
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

    assertThat(printed).isEqualTo(shown());
  }

  private static String shown() throws IOException {
    String text = Files.readString(ROOT.resolve("docs/findings.md"));
    String behind = text.substring(text.indexOf("ReusedMerge.java"));
    return behind.split("```text\n", 2)[1].split("```", 2)[0].strip();
  }
}
