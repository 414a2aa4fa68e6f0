package dev.isogauge.collect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.process.Commands;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/recording.md shows is a history, and the program that it names records one. */
class RecordingDocumentTest {
  private static final Path ROOT = Path.of(System.getProperty("isogauge.root"));

  @Test
  void theSampleIsAHistory() throws Exception {
    String page = Files.readString(ROOT.resolve("docs/recording.md"));
    String sample = page.split("```jsonl\n", 2)[1].split("```", 2)[0];
    History history =
        HistoryFiles.read(
                HistoryFiles.bytes("recording.md", sample.getBytes(UTF_8)),
                Optional.of(HistoryFormat.JSONL))
            .history();
    assertThat(history.transactionCount()).isEqualTo(3);
    assertThat(history.outcome(2)).isEqualTo(Outcome.INDETERMINATE);
  }

  @Test
  void theProgramRecordsASerializableHistory(@TempDir Path directory) throws Exception {
    assumeTrue(Commands.find("python3").isPresent(), "no python3 here");
    Path folder = ROOT.resolve("examples/recorders");
    for (String name : List.of("counters.py", "recorder.py")) {
      Files.copy(folder.resolve(name), directory.resolve(name));
    }
    Path recording = directory.resolve("history.jsonl");
    Commands.run(
        directory,
        300,
        List.of(
            "python3",
            "counters.py",
            recording.toString(),
            directory.resolve("counters.db").toString()));
    assertStrictlySerializable(recording);
  }

  private static void assertStrictlySerializable(Path recording) throws Exception {
    History history = HistoryFiles.read(HistoryFiles.file(recording), Optional.empty()).history();
    assertThat(history.transactionCount()).isEqualTo(400);
    assertThat(history.allReadsClean()).isTrue();
    assertThat(Checks.check(history, IsolationLevel.STRICT_SERIALIZABILITY, Limits.DEFAULT))
        .isInstanceOf(Verdict.Satisfied.class);
  }
}
