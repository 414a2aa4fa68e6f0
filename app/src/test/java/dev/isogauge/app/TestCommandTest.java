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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command test on databases that run in this process. */
class TestCommandTest {
  @TempDir private Path directory;

  @Test
  void showsWhatHeldAndWhatIsClaimed() {
    CommandRun run = run("sqlite", "serializable", "list-append");

    assertThat(run.out())
        .startsWith("SQLite ")
        .contains(
            " at SERIALIZABLE gives strict serializability.\nSERIALIZABLE kept its promise.\n\n",
            "Workload list-append, seed 1: 8 sessions, ",
            " of unknown outcome")
        .containsPattern("serializability +satisfied")
        .contains("What SERIALIZABLE claims: serializability held, pl-3 held.");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(
            isogauge("check", "--level", "ser", out().resolve("history.jsonl").toString())
                .exitCode())
        .isEqualTo(ExitCode.SATISFIED);
    assertThat(out().resolve("run.json")).content().contains("\"seed\" : 1", "\"workload\"");
    assertThat(out().resolve("report.txt")).content().contains("What SERIALIZABLE claims: ");
  }

  /** Whether transactions overlap so is left to chance, and seldom takes a second run. */
  @Test
  void aLevelThatHeldLessThanItClaimsIsExplained() throws IOException {
    CommandRun run = run("h2", "serializable", "mini", 4000);
    for (int seed = 2; seed <= 50 && !run.out().contains("G2-item"); seed++) {
      String other = Integer.toString(seed);
      run = run("h2", "serializable", "mini", 4000, "--force", "--seed", other);
    }

    assertThat(run.out()).contains("G2-item", "A contradiction!", "serializability did NOT hold");
    assertThat(run.out().lines().toList().get(1))
        .startsWith("It promises serializability, broken by ")
        .contains("write skew");
    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
    assertThat(Files.readString(out().resolve("report.json"))).contains("\"verdict\":\"violated\"");
    Path page = out().resolve("report.html");
    assertThat(run.out().lines().reduce((earlier, last) -> last)).contains("In pictures: " + page);
    assertThat(page).content().contains("\"kind\":\"G2-item\"").endsWith("</html>\n");
  }

  @Test
  void earlierResultsAreNotReplaced() {
    run("sqlite", "serializable", "mini");
    CommandRun again = run("sqlite", "serializable", "mini");

    assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(again.err())
        .contains("history.jsonl exists; name another directory, or add --force");
    assertThat(run("sqlite", "serializable", "mini", "--force").exitCode())
        .isEqualTo(ExitCode.SATISFIED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "oracle | snapshot | mini | postgres[:VERSION]",
        "h2 | linearizable | mini | read-committed",
        "h2 | snapshot | minnie | did you mean 'mini'?",
      })
  void namesThatDoNotExistGetThoseThatDo(
      String database, String isolation, String workload, String expected) {
    CommandRun run = run(database, isolation, workload);
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(expected);
  }

  @Test
  void onlyTheGeneralWorkloadHasAShareOfReadModifyWrites() {
    CommandRun run = run("h2", "snapshot", "mini", "--rmw-ratio", "0.5");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("--rmw-ratio: found workload mini; expected general");
    CommandRun sum = run("h2", "snapshot", "general", "--read-ratio", "0.6", "--rmw-ratio", "0.5");
    assertThat(sum.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(sum.err()).contains("read-ratio + rmw-ratio is 1.1; expected 0 to 1");
  }

  @Test
  void aServerThatIsNotThereIsAMatterOfTheEnvironment() {
    CommandRun run = run("jdbc:postgresql://localhost:1/none", "serializable", "mini");
    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("localhost:1");
  }

  @Test
  void jsonAndJUnitXmlSayWhatWasClaimedAndWhatDecided() throws IOException {
    Path junit = directory.resolve("junit.xml");
    CommandRun run = run("sqlite", "serializable", "mini", "--json", "--junit", junit.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    List<String> deciding =
        run.out().lines().filter(line -> line.contains("\"decides\":true")).toList();
    assertThat(deciding)
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).contains("\"claimed\":true"));
    assertThat(run.out().lines())
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("\"level\":\"causal\"", "\"claimed\":false", "\"decides\":false"));
    assertThat(junit)
        .content()
        .contains("tests=\"" + deciding.size() + "\" failures=\"0\" errors=\"0\"");
  }

  @Test
  void aWorkloadSaysBeforehandWhatItCannotDecide() {
    CommandRun general = run("sqlite", "serializable", "general");

    assertThat(general.err())
        .contains("workload general can show that pl-3 does not hold, but not that it does")
        .contains("; mini or list-append or lwt can");
    assertThat(general.out()).contains("serializability held, pl-3 is undecided");
    assertThat(general.exitCode()).isEqualTo(ExitCode.SATISFIED);

    CommandRun range = run("sqlite", "serializable", "range", "--force");
    assertThat(range.err()).contains("serializability and pl-3 do not hold, but not that they do");
    assertThat(range.exitCode()).isEqualTo(ExitCode.UNKNOWN);
  }

  @Test
  void jsonIsAllThereIsOnTheOutput() throws IOException {
    CommandRun run = run("h2", "snapshot", "mini", "--json");
    List<String> lines = run.out().lines().toList();
    assertThat(lines).hasSizeGreaterThan(5);
    for (String line : lines) {
      try (JsonParser json = new JsonFactory().createParser(line)) {
        assertThat(json.nextToken()).isEqualTo(JsonToken.START_OBJECT);
        json.skipChildren();
        assertThat(json.nextToken()).isNull();
      }
    }
    assertThat(run.err()).isEmpty();
  }

  /**
   * HSQLDB prints "latch count" whenever one of several transactions goes on that waited. It may
   * also miss a deadlock, which ends the run early.
   */
  @Test
  void whatADatabasePrintsIsNotOutput() throws Exception {
    try (SpawnedCommand command =
        SpawnedCommand.start(
            directory,
            "test",
            "hsqldb:locks",
            "--isolation",
            "serializable",
            "--workload",
            "mini",
            "--transactions",
            "200",
            "--duration",
            "5s",
            "--json",
            "--out",
            out().toString())) {
      CommandRun run = command.ended();
      assertThat(run.out().lines()).isNotEmpty().allMatch(line -> line.startsWith("{"));
      assertThat(run.exitCode()).isIn(ExitCode.SATISFIED, ExitCode.UNKNOWN, ExitCode.ENVIRONMENT);
    }
  }

  /** How soon it broke is left to chance; that it broke in most of the runs is not. */
  @Test
  void severalRunsSayHowOftenAndHowSoonTheClaimBroke() {
    CommandRun run = run("h2", "serializable", "list-append", 3000, "--runs", "3");

    assertThat(run.out())
        .contains(" at SERIALIZABLE: workload list-append, 3 runs, seeds 1 to 3\n")
        .containsPattern(
            "run [123]: (serializability|pl-3) did NOT hold, after [0-9,]+ transactions and [0-9.]+ s"
                + " \\([0-9,]+ transactions, [0-9.]+ s, [0-9]+% contended\\)\n")
        .containsPattern(
            "The claim broke in [123] of 3 runs, in the median after [0-9,]+ transactions and"
                + " [0-9.]+ s.\n$");
    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
    assertThat(out().resolve("run-3/report.txt")).isRegularFile();
  }

  @Test
  void severalRunsRefuseWhatIsAboutOne() {
    assertThat(run("h2", "serializable", "mini", 10, "--runs", "2", "--json").err())
        .contains("--json: about one run; expected no --runs");
  }

  /** Shown from two seconds on, twice a second; a busy machine may get round to it later. */
  @Test
  void progressIsShownOnATerminalOnly() {
    assertThat(isogauge(commandOf(3)).err()).isEmpty();
    String shown = "";
    for (int seconds = 3; seconds < 60 && shown.isEmpty(); seconds *= 2) {
      shown = CommandRun.watched(commandOf(seconds)).err();
    }
    assertThat(shown)
        .containsPattern(
            "mini on h2, [0-9,]+ transactions, [0-9]+% contended, [0-9,]+/s, [0-9.]+% aborted, [0-9]+ s")
        .endsWith("\r\u001b[K");
  }

  /** Few transactions, so that checking them takes no time. */
  private String[] commandOf(int seconds) {
    return new String[] {
      "test",
      "h2",
      "--workload",
      "mini",
      "--sessions",
      "1",
      "--max-operations",
      "1",
      "--duration",
      seconds + "s",
      "--out",
      out().toString(),
      "--force",
      "--level",
      "rc"
    };
  }

  private Path out() {
    return directory.resolve("out");
  }

  private CommandRun run(String database, String isolation, String workload, String... more) {
    List<String> all = new ArrayList<>(List.of(more));
    all.addAll(List.of("--min-chances", "0", "--min-committed", "0")); // as they are few
    return run(database, isolation, workload, 300, all.toArray(String[]::new));
  }

  private CommandRun run(
      String database, String isolation, String workload, int transactions, String... more) {
    List<String> arguments = new ArrayList<>(List.of("test", database, "--isolation", isolation));
    arguments.addAll(List.of("--workload", workload, "--out", out().toString()));
    arguments.addAll(List.of("--transactions", Integer.toString(transactions), "--duration", "2m"));
    arguments.addAll(List.of(more));
    return isogauge(arguments.toArray(String[]::new));
  }
}
