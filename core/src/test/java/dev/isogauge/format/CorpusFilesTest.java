package dev.isogauge.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.history.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of other tools beside the repository; where there are none, nothing is tested. */
class CorpusFilesTest {
  private final Path corpus =
      Path.of(System.getProperty("isogauge.root", ".")).resolve("../shared/corpus").normalize();

  @BeforeEach
  void needsTheCorpus() {
    assumeTrue(Files.isDirectory(corpus), "no corpus beside the repository");
  }

  private LoadedHistory read(String path) throws IOException {
    return HistoryFiles.read(HistoryFiles.file(corpus.resolve(path)), Optional.empty());
  }

  @Test
  void contentTellsTheFormat() throws IOException {
    for (String line : Files.readAllLines(corpus.resolve("expected.tsv"))) {
      String[] columns = line.split("\t", -1);
      Optional<HistoryFormat> format = HistoryFormat.byName(columns[1]);
      if (format.isPresent()) {
        assertThat(read(columns[0]).format()).as(columns[0]).isEqualTo(format.get());
      }
    }
  }

  @Test
  void theSearchFindsWhatIsAHistory() throws IOException {
    HistoryFiles.Found found = HistoryFiles.find(corpus);
    List<String> names =
        found.histories().stream()
            .map(input -> corpus.relativize(Path.of(input.name())).toString())
            .toList();
    assertThat(names).contains("cobra/fauna-page", "perf/BL-10k/hist-00000/history.bincode");
    assertThat(names.stream().filter(name -> name.startsWith("dbcop/"))).hasSize(89);
    assertThat(names.stream().filter(name -> name.startsWith("awdit/"))).hasSize(22);
    assertThat(names.stream().filter(name -> name.startsWith("isovista/"))).hasSize(3);
    assertThat(names.stream().filter(name -> name.startsWith("timestamp/"))).hasSize(14);
    assertThat(names.stream().filter(name -> name.startsWith("elle/"))).hasSize(6);
    assertThat(names.stream().filter(name -> name.startsWith("linearizability/"))).hasSize(52);
    assertThat(names).noneMatch(name -> name.matches("elle/cases.*|.*\\.(md|tsv|truth\\.jsonl)"));
    assertThat(found.skipped()).isPositive();
  }

  @Test
  void dbcopFilesSurviveConversion() throws IOException {
    try (Stream<Path> files = Files.list(corpus.resolve("dbcop"))) {
      for (Path file : files.sorted().toList()) {
        assertSurvives(file.toString(), load(file).history(), HistoryFormat.DBCOP);
      }
    }
  }

  @Test
  void plumeFilesSurviveConversion() throws IOException {
    for (String folder : List.of("awdit", "isovista")) {
      try (Stream<Path> files = Files.list(corpus.resolve(folder))) {
        for (Path file : files.sorted().toList()) {
          assertSurvives(file.toString(), load(file).history(), HistoryFormat.PLUME);
        }
      }
    }
  }

  @Test
  void timekillerFilesSurviveConversion() throws IOException {
    try (Stream<Path> files = Files.list(corpus.resolve("timestamp"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).toList()) {
        LoadedHistory loaded = load(file);
        assertThat(loaded.format()).isEqualTo(HistoryFormat.TIMEKILLER);
        History history = loaded.history();
        assertThat(history.transactionCount()).as(file.toString()).isPositive();
        assertSurvives(file.toString(), history, HistoryFormat.TIMEKILLER);
      }
    }
  }

  @Test
  void cobraLogsSurviveConversion() throws IOException {
    for (String directory : List.of("cobra/cock-G2", "cobra/yuga-G2-a", "perf/tpcc-10k")) {
      assertSurvives(directory, read(directory).history());
    }
  }

  @Test
  void cobraLogsHoldWhatOtherToolsCount() throws IOException {
    History fauna = read("cobra/fauna-page").history();
    assertThat(fauna.sessionCount()).isEqualTo(36);
    assertThat(fauna.transactionCount()).isEqualTo(8156);
    assertThat(fauna.operationCount()).isEqualTo(26044 + 1334860);
    History twitter = read("perf/twitter-10k").history();
    assertThat(twitter.transactionCount()).isEqualTo(10444);
    assertThat(twitter.operationCount()).isEqualTo(35713 + 15940);
  }

  private static LoadedHistory load(Path file) throws IOException {
    return HistoryFiles.read(HistoryFiles.file(file), Optional.empty());
  }

  /** The history stays the same through Isogauge's own formats and these. */
  private static void assertSurvives(String name, History history, HistoryFormat... others)
      throws IOException {
    List<HistoryFormat> formats = new ArrayList<>(List.of(others));
    formats.addAll(List.of(HistoryFormat.ISOGAUGE, HistoryFormat.JSONL));
    List<String> expected = HistoryDescription.of(history);
    for (HistoryFormat format : formats) {
      assertThat(HistoryDescription.of(Conversions.through(format, history)))
          .as(name + " as " + format)
          .isEqualTo(expected);
    }
  }
}
