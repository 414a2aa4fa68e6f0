package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import dev.isogauge.collect.litmus.Schedules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
            "  h2 SERIALIZABLE claims serializability and pl-3; broken by G2-i (G2-item)");
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
    assertThat(isogauge("litmus", "--list").out()).contains("g2-item  Write skew\n");
    assertThat(isogauge("litmus", "--print", "g2-item").out()).isEqualTo(Schedules.text("g2-item"));
  }

  @Test
  void saysWhatThereIsWhenANameIsWrong() {
    CommandRun run = isogauge("litmus", "h3");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("unknown database 'h3'; there are postgres[:VERSION], h2");

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
    assertUsage("a server of yours has its own settings", "litmus", "h2", url, "--set", "a=1");
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
