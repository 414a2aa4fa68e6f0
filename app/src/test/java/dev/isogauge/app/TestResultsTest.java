package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.app.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a test leaves: on standard output, and in the directory of its result. */
@Timeout(120)
class TestResultsTest {
  @TempDir private Path directory;

  @Test
  void filesThatAreThereAreNotReplaced() throws IOException {
    Files.createDirectory(result());
    Path theirs = Files.writeString(result().resolve("report.txt"), "mine");
    CommandRun run = isogauge("test", "sqlite", "--transactions", "10", "--out", out());

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(theirs + " exists; name another directory, or add --force");
    assertThat(theirs).hasContent("mine");
    assertThat(result().toFile().list()).containsExactly("report.txt");
  }

  @Test
  void whatBreaksAClaimBecomesABugReport() throws IOException {
    Path bugs = directory.resolve("bugs");
    CommandRun run =
        isogauge(
            "test",
            "h2",
            "--isolation",
            "ser",
            "--workload",
            "mini",
            "--transactions",
            "2000",
            "--keys",
            "3",
            "--out",
            out(),
            "--bug-report",
            bugs.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.VIOLATED);
    assertThat(run.err()).contains("bug report: " + bugs);
    try (Stream<Path> reports = Files.list(bugs)) {
      assertThat(reports)
          .isNotEmpty()
          .allSatisfy(
              report -> {
                assertThat(report.resolve("Reproduce.java")).exists();
                assertThat(report.resolve("command.txt")).content().startsWith("isogauge test h2 ");
              });
    }
  }

  @Test
  void aFileIsNoDirectory() throws IOException {
    Files.writeString(result(), "mine");
    CommandRun run = isogauge("test", "sqlite", "--transactions", "10", "--out", out());

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("found the file " + out() + "; expected a directory");
    assertThat(result()).hasContent("mine");
  }

  @Test
  void oneOfSeveralCommandsGetsTheDirectory() throws Exception {
    Callable<CommandRun> command =
        () ->
            isogauge(
                "test",
                "sqlite",
                "--transactions",
                "50",
                "--min-chances",
                "0",
                "--min-committed",
                "0",
                "--out",
                out());
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<Integer> codes = new ArrayList<>();
    for (Future<CommandRun> run : threads.invokeAll(List.of(command, command, command))) {
      codes.add(run.get().exitCode());
    }
    threads.shutdown();

    assertThat(codes).containsExactlyInAnyOrder(ExitCode.SATISFIED, ExitCode.USAGE, ExitCode.USAGE);
    assertThat(Files.readAllLines(result().resolve("history.jsonl"))).hasSize(1 + 50);
  }

  @Test
  void aRunCanBeRepeatedAsItsFileSays() throws IOException {
    isogauge(
        "test",
        "sqlite",
        "--workload",
        "general",
        "--transactions",
        "40",
        "--sessions",
        "3",
        "--distribution",
        "hotspot:0.3:0.7",
        "--set",
        "cache_size=100",
        "--seed",
        "-7",
        "--level",
        "pl-1,pl-2",
        "--out",
        out());
    List<String> command = command(result());

    assertThat(command)
        .startsWith("isogauge", "test", "sqlite", "--isolation", "serializable")
        .containsSubsequence("--workload", "general", "--duration", "30000ms", "--sessions", "3")
        .containsSubsequence("--rmw-ratio", "0.25", "--distribution", "hotspot:0.3:0.7")
        .containsSubsequence("--seed", "-7", "--transactions", "40", "--level", "pl-1,pl-2")
        .containsSubsequence("--set", "cache_size=100");
    Path again = directory.resolve("again");
    CommandRun repeated =
        isogauge(
            Stream.concat(command.stream().skip(1), Stream.of("--out", again.toString()))
                .toArray(String[]::new));
    assertThat(repeated.out()).contains("3 sessions", "40 transactions", "seed -7");
    assertThat(command(again)).isEqualTo(command);
  }

  @Test
  void aRunThatIsInterruptedCanBeRepeatedToo() throws Exception {
    try (SpawnedCommand command =
        SpawnedCommand.start(directory, "test", "h2", "--duration", "90s", "--out", out())) {
      command.awaitLines(result().resolve("history.jsonl"), 50);
      command.interrupt();
      command.ended();
    }
    assertThat(command(result())).contains("h2", "90000ms");
    assertThat(result().resolve("run.json")).content().doesNotContain("elapsedMillis");
  }

  /** HSQLDB prints a line whenever two sessions wait for each other's end. */
  @Test
  void whatAnEnginePrintsIsNoPartOfTheResult() throws Exception {
    try (SpawnedCommand command =
        SpawnedCommand.start(
            directory,
            "test",
            "hsqldb",
            "--isolation",
            "serializable",
            "--duration",
            "60s",
            "--transactions",
            "5000",
            "--json",
            "--out",
            out())) {
      CommandRun run = command.ended();

      assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
      assertThat(run.out().lines()).isNotEmpty().allMatch(line -> line.startsWith("{"));
      assertThat(run.err()).isEmpty();
    }
  }

  /** It locks the rows that it reads, and cannot lock those that are not there. */
  @Test
  void phantomsAreNoFaultOfRepeatableRead() {
    CommandRun run =
        isogauge("test", "derby", "--isolation", "rr", "--transactions", "4000", "--out", out());

    assertThat(run.out()).contains("What REPEATABLE READ claims: pl-2.99 held.");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    if (Files.exists(result().resolve("existing-rows.jsonl"))) {
      assertThat(run.out()).contains("pl-2.99 is judged without reads that found no row");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--sessions 1 --transactions 200, there was one session.",
    "--transactions 20 --read-ratio 1, '20 transactions committed, nothing was written.'",
    "--transactions 400 --read-ratio 0 --sessions 2, nothing was read.",
  })
  void aLevelThatNothingSpokeAboutIsNotPraised(String options, String reason) {
    CommandRun run = readCommitted(options + " --min-chances 0");

    assertThat(run.out()).contains("pl-2 held.\nThat says little: " + reason + "\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(result().resolve("report.txt")).content().contains("That says little");
  }

  @ParameterizedTest
  @CsvSource({
    "--sessions 1 --transactions 200, no transactions of two sessions overlapped",
    "--transactions 400 --read-ratio 0, it had 0 chances of dirty read or aborted read",
  })
  void aRunThatCouldNotShowItDoesNotCount(String options, String reason) {
    CommandRun run = readCommitted(options);
    assertThat(run.out())
        .containsPattern("pl-2 +unknown: held, but that does not count: " + reason)
        .contains("Could have shown", "pl-2 is undecided.");
    assertThat(run.exitCode()).isEqualTo(ExitCode.UNKNOWN);
  }

  /** Of anomalies that are alike files list some; the console counts them all. */
  @Test
  void failuresAreCountedByKindAndAnomaliesListedInPart() throws Exception {
    CommandRun run =
        isogauge(
            "test",
            "h2",
            "--isolation",
            "ser",
            "--transactions",
            "8000",
            "--duration",
            "60s",
            "--out",
            out());
    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
    assertThat(run.out()).containsPattern("\nFailed: [a-z ]+ \\([0-9A-Z]+\\) [0-9,]+");
    assertThat(result().resolve("run.json")).content().containsPattern("\"failures\" : \\{\\s+\"");
    for (String line : Files.readAllLines(result().resolve("report.json"))) {
      int listed =
          line.split("\"anomalies\":", 2)[1].split("\"notes\":", 2)[0].split(
                      "\"kind\":\"G2-item\"", -1)
                  .length
              - 1;
      assertThat(listed).isLessThanOrEqualTo(100);
    }
  }

  private CommandRun readCommitted(String options) {
    return isogauge(
        Stream.concat(
                Stream.of("test", "h2", "--isolation", "rc", "--duration", "60s"),
                Stream.concat(Stream.of(options.split(" ", -1)), Stream.of("--out", out())))
            .toArray(String[]::new));
  }

  private Path result() {
    return directory.resolve("result");
  }

  private String out() {
    return result().toString();
  }

  private static List<String> command(Path result) throws IOException {
    List<String> words = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(result.resolve("run.json").toFile())) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME && parser.currentName().equals("command")) {
          parser.nextToken();
          while (parser.nextToken() == JsonToken.VALUE_STRING) {
            words.add(parser.getText());
          }
        }
      }
    }
    return words;
  }
}
