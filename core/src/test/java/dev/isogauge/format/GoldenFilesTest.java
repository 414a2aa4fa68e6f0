package dev.isogauge.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.History;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One history in several formats: each file is what the writer makes of any of the others. */
class GoldenFilesTest {
  private static byte[] file(String name) throws IOException {
    try (InputStream stream = GoldenFilesTest.class.getResourceAsStream("examples/" + name)) {
      return stream.readAllBytes();
    }
  }

  private static History history(String name) throws IOException {
    return HistoryFiles.read(HistoryFiles.bytes(name, file(name)), Optional.empty()).history();
  }

  @ParameterizedTest
  @CsvSource({
    "full.isogauge, full.jsonl",
    "full.jsonl, full.isogauge",
    "full.isogauge, full.isogauge",
    "full.jsonl, full.jsonl",
    "certificate.isogauge, certificate.jsonl",
    "certificate.jsonl, certificate.isogauge",
    "certificate.isogauge, certificate.isogauge",
    "certificate.jsonl, certificate.jsonl",
    "register.isogauge, register.jsonl",
    "register.isogauge, register.plume",
    "register.isogauge, register.dbcop",
    "register.jsonl, register.isogauge",
    "register.jsonl, register.plume",
    "register.jsonl, register.dbcop",
    "register.dbcop, register.isogauge",
    "register.dbcop, register.jsonl",
    "register.dbcop, register.plume",
    "register.dbcop, register.dbcop",
    "register.plume, register.plume",
    "register.plume, register.dbcop",
    "timed.isogauge, timed.timekiller",
    "timed.timekiller, timed.isogauge",
    "timed.timekiller, timed.timekiller",
    "run.isogauge, run.elle",
    "run.elle, run.isogauge",
    "run.elle, run.elle",
  })
  void convertsToTheFile(String from, String to) throws IOException {
    HistoryFormat format = HistoryFormat.byName(to.substring(to.indexOf('.') + 1)).orElseThrow();
    assertThat(Conversions.write(format, history(from))).isEqualTo(file(to));
  }

  @Test
  void contentTellsTheFormat() throws IOException {
    for (String name :
        List.of(
            "full.isogauge",
            "full.jsonl",
            "certificate.isogauge",
            "certificate.jsonl",
            "timed.timekiller",
            "run.elle",
            "register.plume",
            "register.dbcop")) {
      HistoryFormat format =
          HistoryFiles.read(HistoryFiles.bytes(name, file(name)), Optional.empty()).format();
      assertThat(name).endsWith("." + format.id());
    }
  }

  @Test
  void theExamplesOfTheDocumentAreTheseFiles() throws IOException {
    Path document = Path.of(System.getProperty("isogauge.root", "..")).resolve("docs/formats.md");
    String text = Files.readString(document);
    for (String name :
        List.of("full.isogauge", "full.jsonl", "timed.timekiller", "run.elle", "register.plume")) {
      String format = name.substring(name.indexOf('.') + 1);
      String example = new String(file(name), StandardCharsets.UTF_8);
      assertThat(text).contains("```" + format + "\n" + example + "```");
    }
    assertThat(text).contains("s1: w(x,1) ; r(x,1) | s2: r(x,1)\n");
  }
}
