package dev.isogauge.format.jepsen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.format.BySession;
import dev.isogauge.format.Conversions;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of Jepsen and Elle beside the repository; where there are none, nothing is tested. */
class JepsenCorpusTest {
  private static final Pattern HISTORY =
      Pattern.compile("\"workload\":\"([^\"]*)\".*\"history\":(\\[.*\\]),\"expected\":");

  private final Path corpus =
      Path.of(System.getProperty("isogauge.root", ".")).resolve("../shared/corpus").normalize();

  @BeforeEach
  void needsTheCorpus() {
    assumeTrue(Files.isDirectory(corpus), "no corpus beside the repository");
  }

  private LoadedHistory load(String file) throws IOException {
    return HistoryFiles.read(HistoryFiles.file(corpus.resolve(file)), Optional.empty());
  }

  @Test
  void filesHoldWhatTheyShould() throws IOException {
    History large = load("elle/list-append-10k.edn.gz").history();
    assertThat(large.transactionCount()).isEqualTo(10_000);
    assertThat(large.sessionCount()).isEqualTo(20);
    assertThat(large.hasLists()).isTrue();
    assertThat(large.beginTime(0)).isPositive();
    assertThat(load("elle/register-2k.edn.gz").history().transactionCount()).isEqualTo(2_000);
    assertThat(load("elle/list-append-gh-30.edn").history().operationCount()).isEqualTo(11);
    assertThat(load("elle/paper-example.edn").history().operationCount()).isEqualTo(19);
    assertThat(load("elle/rw-register.edn").history().transactionCount()).isEqualTo(3);
    LoadedHistory longFork = load("elle/long-fork.edn");
    assertThat(longFork.history().sessionCount()).isEqualTo(2);
    assertThat(longFork.remarks()).hasSize(1);
  }

  @Test
  void filesSurviveConversion() throws IOException {
    for (String file : List.of("list-append-10k.edn.gz", "register-2k.edn.gz", "long-fork.edn")) {
      History history = load("elle/" + file).history();
      assertThat(BySession.describe(Conversions.through(HistoryFormat.ELLE, history)))
          .as(file)
          .isEqualTo(BySession.describe(history));
    }
  }

  @Test
  void casesAreRead() throws IOException {
    int read = 0;
    for (String line : Files.readAllLines(corpus.resolve("elle/cases.jsonl"))) {
      Matcher matcher = HISTORY.matcher(line);
      assertThat(matcher.find()).as(line).isTrue();
      byte[] json = matcher.group(2).getBytes(StandardCharsets.UTF_8);
      LoadedHistory loaded = HistoryFiles.read(HistoryFiles.bytes("case", json), Optional.empty());
      assertThat(loaded.format()).isEqualTo(HistoryFormat.ELLE);
      assertThat(loaded.history().transactionCount()).as(line).isPositive();
      if (!matcher.group(1).equals("closed-predicate")) {
        requireRoundTrip(loaded.history(), line);
      }
      read++;
    }
    assertThat(read).isEqualTo(91);
  }

  private static void requireRoundTrip(History history, String what) throws IOException {
    try {
      assertThat(BySession.describe(Conversions.through(HistoryFormat.ELLE, history)))
          .as(what)
          .isEqualTo(BySession.describe(history));
    } catch (UnsupportedHistoryException e) {
      throw new AssertionError(what, e);
    }
  }

  @Test
  void logsAreRead() throws IOException {
    int transactions = 0;
    try (Stream<Path> files = Files.list(corpus.resolve("linearizability"))) {
      for (Path file : files.sorted().toList()) {
        LoadedHistory loaded = HistoryFiles.read(HistoryFiles.file(file), Optional.empty());
        assertThat(loaded.format()).as(file.toString()).isEqualTo(HistoryFormat.ETCD_LOG);
        assertThat(loaded.history().keyCount()).isEqualTo(1);
        transactions += loaded.history().transactionCount();
      }
    }
    // What was invoked, without the compare-and-sets that failed.
    assertThat(transactions).isEqualTo(4183 - 874 + 150 - 26);
  }
}
