package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static dev.isogauge.app.CommandRun.onTerminal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.KnownNames;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "chekc x | unknown command 'chekc'; did you mean 'check'?",
        "frobnicate | unknown command 'frobnicate'; the nearest of 17 names are predict",
        "--json check | found '--json'; expected a command before any option",
        "check | expected a file, a directory, or - for standard input",
        "check - - | found - twice; expected standard input once",
        "check --levle rc x | unknown option '--levle'; did you mean '--level'?",
        "check --levle=rc x | unknown option '--levle'; did you mean '--level'?",
        "check --level casual x | unknown level 'casual'; did you mean 'causal'?",
        "check --level read-comitted x | did you mean 'read-committed'",
        "check --level rc,,cc x | unknown level ''; the nearest of 22 names are",
        "check --from plum x | unknown format 'plum'; did you mean 'plume'?",
        "check --timeout 30 x | --timeout: found '30'; expected a time above zero with its unit",
        "check --timeout soon x | --timeout: found 'soon'; expected a time above zero with its"
            + " unit",
        "check --memory 2x x | --memory: found '2x'; expected a size above zero with its unit",
        "check --max-anomalies 0 x | --max-anomalies: found '0'; expected a whole number from 1",
        "check --max-anomalies many x | --max-anomalies: found 'many'; expected a whole number",
        "check x --level | --level: found nothing; expected LEVEL[,LEVEL...]",
        "check --report x | unknown option '--report'; the nearest of ",
        "check -x y | unknown option '-x'; the nearest of ",
        "convert x -o y | expected --to with a format to write",
        "convert x --to text -o y | unknown format 'text'; expected isogauge, jsonl, timekiller,"
            + " elle, plume, dbcop",
        "shrink x -o y | expected --level with one level that the history violates",
        "shrink x --level rc,cc -o y | expected --level with one level that the history violates",
        "shrink x --level rc -o y --anomaly FracturedRaed | did you mean 'FracturedRead'?",
        "shrink x --level rc --json | as both write to standard output",
        "shrink x --level rc --to cobra -o y | does not write it",
        "serve --port 1 --data d | expected --level with si or ser",
        "serve --level rc --port 1 --data d | expected --level with si or ser",
        "serve --level si --data d | expected --port with the port to listen on",
        "serve --level si --port 70000 --data d | --port: found '70000'; expected a whole number",
        "serve --level si --port 1 | expected --data with a directory",
        "serve --level si --port 1 --data d --clock wall | unknown clock 'wall'; expected arrival",
        "serve --level si --port 1 --data d --host 0.0.0.0 | can be reached from other machines",
        "serve --level si --port 1 --data d --max-request 2g | expected at most 1g",
        "serve --level si --port 1 --data d --memory 1k | --memory: found '1k'; expected at least"
            + " 256k",
        "feed x | expected --service with a service's URL",
        "feed x --service localhost:80 | --service: found 'localhost:80'; expected a URL such as",
        "feed x --service http://h --batch 0 | --batch: found '0'; expected a whole number from 1",
        "completion fish | unknown shell 'fish'; expected bash, zsh",
        "check --order timestamps --no-session-order x | does not go with --order timestamps",
        "list levels extra | found levels extra; expected one of databases",
      })
  void badCommandLinesExitWithTwoAndSayWhy(String line, String message) {
    CommandRun run = isogauge(line.split(" ", -1));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("isogauge: ").contains(message).contains("--help");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void withoutArgumentsTheHelpIsShownAsAnError() {
    CommandRun run = isogauge();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("Usage: isogauge COMMAND");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check",
        "shrink",
        "test",
        "litmus",
        "search",
        "predict",
        "adapter",
        "stats",
        "convert",
        "generate",
        "serve",
        "feed",
        "flink",
        "list",
        "explain",
        "completion"
      })
  void everyCommandHasHelpWithExamples(String command) {
    CommandRun run = isogauge(command, "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith("Usage: isogauge " + command)
        .contains("\nExamples:\n  ")
        .doesNotContain("--debug");
    assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    assertThat(run.out().substring(run.out().indexOf("Examples:\n") + 10).lines())
        .allSatisfy(line -> assertThat(line).as("an example of one line").startsWith("  "));
    assertThat(isogauge("help", command)).isEqualTo(run);
    assertThat(isogauge("--help").out()).contains("\n  " + command + " ");
  }

  /** Those that may be absent and then do nothing. */
  private static final Set<String> WITHOUT_DEFAULT =
      Set.of(
          "--read-url",
          "--session-set",
          "--driver-jar",
          "--bug-report",
          "--public-url",
          "--version-order",
          "--junit",
          "--dot",
          "--html",
          "--set",
          "--print",
          "--inject",
          "--truth",
          "--token",
          "--delay-mean",
          "--delay-stddev",
          "--shuffle-window",
          "--findings",
          "--report",
          "--assume",
          "--confirm",
          "--junit-test");

  @Test
  void everyOptionWithAValueTellsItsDefault() {
    CommandRun.program()
        .getSubcommands()
        .forEach(
            (name, command) ->
                command.getCommandSpec().options().stream()
                    .filter(option -> option.arity().min() > 0)
                    .filter(option -> !WITHOUT_DEFAULT.contains(option.longestName()))
                    .forEach(
                        option ->
                            assertThat(String.join(" ", option.description()))
                                .as(name + " " + option.longestName())
                                .containsPattern("(?i)default|required")));
  }

  @Test
  void theExamplesOfConvertNameFormatsThatAreWritten() {
    assertThat(isogauge("convert", "--help").out().lines())
        .filteredOn(line -> line.startsWith("  isogauge convert "))
        .isNotEmpty()
        .allSatisfy(
            line ->
                assertThat(line.replaceFirst(".* --to (\\S+) .*", "$1"))
                    .isIn(KnownNames.writableFormats()));
  }

  @Test
  void theVersionNamesJava() {
    CommandRun run = isogauge("--version");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("isogauge ").contains("Java");
  }

  @Test
  void levelsAndFormatsAreListed() {
    assertThat(isogauge("list", "levels").out())
        .contains("read-committed (rc)")
        .contains("implies cut-isolation, read-committed, read-your-writes");
    assertThat(isogauge("list", "levels", "--quiet").out().lines())
        .containsExactly(
            "cut-isolation",
            "read-committed",
            "read-your-writes",
            "monotonic-reads",
            "monotonic-writes",
            "writes-follow-reads",
            "read-atomic",
            "causal",
            "prefix-consistency",
            "parallel-snapshot-isolation",
            "snapshot-isolation",
            "strong-snapshot-isolation",
            "serializability",
            "key-strict-serializability",
            "strict-serializability",
            "linearizability",
            "pl-1",
            "pl-2",
            "pl-2.99",
            "pl-si",
            "pl-3",
            "recorded");
    assertThat(isogauge("list", "formats").out()).contains("plume (read, write)");
    assertThat(isogauge("list", "formats", "--quiet").out().lines()).contains("plume");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void completionScriptsKnowCommandsOptionsAndLevels(String shell) {
    CommandRun run = isogauge("completion", shell);

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("check", "--max-anomalies", "read-atomic", "plume");
  }

  @Test
  void coloursNeedATerminalAndTheUsersConsent() {
    assertThat(onTerminal(Map.of(), "--help").out()).contains("\033[");
    assertThat(onTerminal(Map.of("NO_COLOR", "1"), "--help").out()).doesNotContain("\033[");
    assertThat(onTerminal(Map.of("TERM", "dumb"), "--help").out()).doesNotContain("\033[");
    assertThat(isogauge("--help").out()).doesNotContain("\033[");
  }
}
