package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import dev.isogauge.collect.litmus.Schedules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command on H2, which starts at once. */
class LitmusCommandTest {
  @TempDir private Path directory;

  @Test
  void showsAMatrixAndFailsWhenAClaimIsBroken() {
    CommandRun run =
        isogauge(
            "litmus", "h2", "--isolation", "rc,ser", "--schedule", "g0", "--schedule", "g2-item");

    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines())
        .contains(
            "                 G0  G2-i",
            "  READ COMMITTED b   X",
            "  SERIALIZABLE   a   X!",
            "  h2 SERIALIZABLE claims serializability and pl-3; broken by write skew (G2-i)");
  }

  @Test
  void onlyWhatHasChangedFailsWhereAMatrixIsExpected() throws IOException {
    String[] command = {"litmus", "h2", "--schedule", "g0", "--schedule", "g2-item"};
    CommandRun first = isogauge(with(command, "--json"));
    assertThat(first.exitCode()).isEqualTo(ExitCode.VIOLATED);
    Path recorded = Files.writeString(directory.resolve("h2.jsonl"), first.out());
    Path junit = directory.resolve("junit.xml");
    String[] again = with(command, "--expect", recorded.toString(), "--junit", junit.toString());

    CommandRun same = isogauge(again);

    assertThat(same.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(same.out()).endsWith("Nothing has changed since " + recorded + ".\n");
    assertThat(junit).content().contains("failures=\"0\" errors=\"0\"", "SERIALIZABLE g2-item");

    Files.writeString(
        recorded,
        first
            .out()
            .replace(
                "\"outcome\":\"possible\",\"sign\":\"X\",\"breaksClaim\":true,\"brokenClaims\":[\"serializability\",\"pl-3\"]",
                "\"outcome\":\"aborted\",\"sign\":\"a\",\"breaksClaim\":false,\"brokenClaims\":[]"));
    CommandRun changed = isogauge(again);

    assertThat(changed.exitCode()).isEqualTo(ExitCode.VIOLATED);
    assertThat(changed.out())
        .contains(
            "h2 SERIALIZABLE g2-item: was aborted, is possible, breaking pl-3 and serializability");
    assertThat(junit).content().contains("failures=\"1\" errors=\"0\"", "was aborted");
  }

  private static String[] with(String[] command, String... more) {
    return Stream.of(command, more).flatMap(Stream::of).toArray(String[]::new);
  }

  @Test
  void anExpectationThatIsNoMatrixIsRefusedBeforeAnythingRuns() throws IOException {
    Path file = directory.resolve("expected.jsonl");
    for (String content : List.of("{\"a\":1}\n", "[]", "{\n", "hello")) {
      Files.writeString(file, content);
      CommandRun run = isogauge("litmus", "h2", "--expect", file.toString());
      assertThat(run.exitCode()).isEqualTo(ExitCode.UNREADABLE);
      assertThat(run.err()).startsWith("isogauge: " + file + ":");
      assertThat(run.out()).isEmpty();
    }
    assertThat(isogauge("litmus", "h2", "--expect", file + "x").exitCode())
        .isEqualTo(ExitCode.UNREADABLE);
  }

  @Test
  void brokenClaimsAreFailuresInJUnitXml() {
    Path junit = directory.resolve("junit.xml");
    CommandRun run =
        isogauge(
            "litmus",
            "h2",
            "--isolation",
            "ser",
            "--schedule",
            "g2-item",
            "--junit",
            junit.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
    assertThat(junit)
        .content()
        .contains("tests=\"1\" failures=\"1\" errors=\"0\"", "classname=\"h2\"")
        .contains("SERIALIZABLE claims serializability and pl-3");
  }

  @Test
  void quietShowsTheMatrixAlone() {
    CommandRun run = isogauge("litmus", "h2", "--isolation", "rc", "--schedule", "g0", "--quiet");

    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(run.out().lines()).hasSize(3);
    assertThat(run.out()).doesNotContain("\u001b");
  }

  @Test
  void coloursOnATerminalOnly() {
    String[] command = {"litmus", "h2", "--isolation", "ser", "--schedule", "g2-item"};
    assertThat(CommandRun.onTerminal(Map.of(), command).out()).contains("\u001b[31mX!\u001b[0m");
    assertThat(CommandRun.onTerminal(Map.of("NO_COLOR", "1"), command).out())
        .doesNotContain("\u001b");
  }

  @Test
  void writesAnObjectPerCell() {
    CommandRun run =
        isogauge("litmus", "h2", "--isolation", "ser", "--schedule", "stale-statement", "--json");

    assertThat(run.out().lines()).hasSize(1);
    assertThat(run.out())
        .contains("\"database\":\"h2\"")
        .contains("\"isolation\":\"serializable\"")
        .contains("\"schedule\":\"stale-statement\"")
        .contains("\"outcome\":\"possible\"")
        .contains("\"brokenClaims\":[\"serializability\",\"pl-3\"]")
        .contains("\"kind\":\"G-single-item\"")
        .contains("\"T3 read x -> 10\"");
  }

  @Test
  void historiesOfCellsCanBeChecked() {
    Path cells = directory.resolve("cells");
    isogauge(
        "litmus", "h2", "--isolation", "ser", "--schedule", "g2-item", "--out", cells.toString());

    Path cell = cells.resolve("h2/serializable");
    assertThat(cell.resolve("g2-item.txt")).content().contains("T1 read x -> 10", "G2-item");
    CommandRun check =
        isogauge("check", "--level", "pl-3", cell.resolve("g2-item.isogauge").toString());
    assertThat(check.exitCode()).isEqualTo(ExitCode.VIOLATED);
    assertThat(check.out()).contains("G2-item");
  }

  @Test
  void nothingIsRunWhoseCellsCannotBeKept() throws IOException {
    String file = Files.writeString(directory.resolve("file"), "mine").toString();
    assertThat(isogauge("litmus", "h2", "--out", file))
        .returns(ExitCode.USAGE, CommandRun::exitCode)
        .returns("", CommandRun::out)
        .satisfies(run -> assertThat(run.err()).contains("found the file " + file));
    assertThat(isogauge("litmus", "h2", "--out", file + "/below"))
        .returns(ExitCode.ENVIRONMENT, CommandRun::exitCode)
        .returns("", CommandRun::out)
        .satisfies(run -> assertThat(run.err()).contains("--out: " + file + "/below: "));
  }

  @Test
  void runsSchedulesOfUsers() throws IOException {
    Path file = directory.resolve("mine.litmus");
    Files.writeString(
        file,
        """
        column: mine
        shows: G-single-item
        setup: x=1
        T1 read x
        T2 update x 2
        T2 commit
        T1 read x
        T1 commit
        """);
    CommandRun run = isogauge("litmus", "h2", "--isolation", "rc", "--schedule", file.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(run.out()).contains("mine  mine (G-single-item)");
    assertThat(run.out().lines()).contains("  READ COMMITTED X");

    Files.writeString(file, "shows: G0\nT1 raed x\n");
    run = isogauge("litmus", "h2", "--schedule", file.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(run.err()).contains("mine.litmus:2:4: found 'raed', expected one of read, write");
  }

  @Test
  void listsAndPrintsSchedules() {
    assertThat(isogauge("list", "schedules").out()).contains("g2-item: Write skew\n");
    assertThat(isogauge("litmus", "--print", "g2-item").out()).isEqualTo(Schedules.text("g2-item"));
  }

  @Test
  void saysWhatThereIsWhenANameIsWrong() {
    CommandRun run = isogauge("litmus", "h3");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("unknown database 'h3'; did you mean 'h2'?");

    run = isogauge("litmus", "h2", "--isolation", "strict");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("unknown isolation level 'strict'", "read-committed");

    run = isogauge("litmus", "h2", "--schedule", "g3");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("there is no file 'g3' and no schedule of that name");

    run = isogauge("litmus", "--print", "g2-itm");
    assertThat(run.err()).contains("did you mean 'g2-item'?");

    assertThat(isogauge("litmus").err()).contains("expected a database, such as postgres or h2");
  }

  /** A setting that keeps the server from making tables shows that settings arrive. */
  @Test
  void startsAServerWithSettings() {
    CommandRun run =
        isogauge(
            "litmus",
            "postgres",
            "--isolation",
            "ser",
            "--schedule",
            "g2-item",
            "--set",
            "deadlock_timeout=10ms",
            "--set",
            "max_connections=50");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);

    run = isogauge("litmus", "postgres", "--set", "default_transaction_read_only=on");
    assertThat(run.err()).contains("in a read-only transaction");
    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);

    run = isogauge("litmus", "postgres", "--set", "no_such_setting=1");
    assertThat(run.err()).contains("no_such_setting");
    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
  }

  @Test
  void refusesSettingsThatNoDatabaseTakes() {
    String url = "jdbc:postgresql://127.0.0.1:1/none";
    assertUsage("your server has its own settings", "litmus", "h2", url, "--set", "a=1");
    assertUsage("--set: found 'a'; expected NAME=VALUE", "litmus", "h2", "--set", "a");
    assertUsage("--set: found a twice", "litmus", "h2", "--set", "a=1", "--set", "a=2");
    assertUsage("unknown setting of derby 'a'; there are none", "litmus", "derby", "--set", "a=1");
  }

  private static void assertUsage(String message, String... command) {
    CommandRun run = isogauge(command);
    assertThat(run.err()).contains(message);
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }
}
