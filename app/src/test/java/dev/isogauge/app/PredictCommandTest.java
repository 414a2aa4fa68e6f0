package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command on a bank, confirmed on H2. */
class PredictCommandTest {
  private static final String BANK =
      CommandRun.root().resolve("examples/predict/bank.txt").toString();

  @TempDir private Path directory;

  @Test
  void aRaceIsConfirmedAndHasAProgram() {
    CommandRun run =
        isogauge(
            "predict",
            BANK,
            "--isolation",
            "rc",
            "--confirm",
            "h2",
            "--json",
            "--bug-report",
            directory.resolve("bugs").toString(),
            "--junit-test",
            directory.resolve("tests").toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.VIOLATED);
    assertThat(run.out())
        .contains("\"database\":\"h2\"", "\"kind\":\"G-single-item\"", "\"outcome\":\"confirmed\"")
        .contains("\"remedies\":[[\"transfer: atomic\"]");
    Path program = directory.resolve("bugs/h2-read-committed-predicted-1/Reproduce.java");
    assertThat(program).content().contains("i_accounts_1");
    assertThat(directory.resolve("tests/TransferTransferRaceTest.java"))
        .content()
        .contains("Row 1 stands for accounts/1.", "transfer × transfer, on H2 ");
  }

  /**
   * What a recorder of JDBC notes: columns of rows, statements on several of them, and values that
   * are computed. Both change the row, one after the other, yet each has missed the other's column.
   */
  @Test
  void racesOfColumnsAreConfirmed() throws IOException {
    Path history =
        Files.writeString(
            directory.resolve("h.txt"),
            """
            init t.a/1=1 t.b/1=2 t.c/1=3 t.a/2=4
            s pay-1: [statements 2 2] r(t.a/1,1) r(t.c/1,3) w(t.b/1,5) w(t.c/1,6)
            s own-1: [statements 1 1] r(t.b/1,5) w(t.a/1,7)
            s add-1: [statements 2] r(t.a/2,4) w(t.a/2,8)
            s move-1: [statements 2 2] r(t.a/1,7) r(t.a/2,8) w(t.a/1,9) w(t.a/2,10)
            """);

    CommandRun run =
        isogauge(
            "predict",
            history.toString(),
            "--isolation",
            "rc",
            "--confirm",
            "h2",
            "-q",
            "--junit-test",
            directory.resolve("tests").toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.VIOLATED);
    assertThat(run.out())
        .contains("pay × own\n     G2-item: a write skew", "add × move\n")
        .containsPattern("pay × own(?s:.)*?confirmed on H2")
        .containsPattern("add × move(?s:.)*?confirmed on H2")
        .doesNotContain("not run", "not reproduced");
    assertThat(directory.resolve("tests/PayOwnRaceTest.java"))
        .content()
        .contains("Row 1 stands for t/1.");
  }

  /** What is predicted for another database is asked of this one, which may prevent it. */
  @Test
  void whatADatabasePreventsIsSaid() {
    CommandRun run =
        isogauge(
            "predict", BANK, "--isolation", "rr", "--database", "mysql", "--confirm", "h2", "-q");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.VIOLATED);
    assertThat(run.out()).contains("prevented on H2 ").contains("40001");
  }

  @Test
  void thePageShowsTheHistories() throws IOException {
    Path page = directory.resolve("races.html");

    isogauge("predict", BANK, "--isolation", "rc", "--html", page.toString(), "-q");

    assertThat(Files.readString(page)).contains("transfer-2", "G-single-item");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--isolation snapshot | no simulated store for 'snapshot' of PostgreSQL; expected READ",
        "--isolation rc --database db2 | unknown database 'db2'",
        "--isolation rc --level linearizability | more than the order of reads and writes",
        "--isolation rc --assume transfer:later | found 'transfer:later'; expected SHAPE: for",
        "--isolation rc --assume payment:atomic | unknown shape 'payment'",
        "--isolation rc --assume report:atomic | would not change what report does",
        "--assume transfer:atomic | --assume: found no --isolation",
        "--confirm h2 | --confirm: found no --isolation",
        "--isolation rc --bug-report bugs | --bug-report: found no --confirm",
        "--isolation rc --junit-test tests | --junit-test: found no --confirm",
      })
  void badInputIsNamed(String arguments, String message) {
    CommandRun run = isogauge(("predict " + BANK + " " + arguments).split(" ", -1));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(message);
  }

  @Test
  void whatCannotHaveACycleNeedNotRun() {
    CommandRun run =
        isogauge("predict", BANK, "--isolation", "serializable", "--database", "oracle", "-q");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.SATISFIED);
    assertThat(run.out())
        .contains("No two or three of them can make a cycle on snapshots, so none had to be run.");
  }

  @Test
  void nothingSharedIsNoAnswer() throws IOException {
    Path history = Files.writeString(directory.resolve("h.txt"), "s a: r(x,nil)\ns b: r(x,nil)\n");

    CommandRun run = isogauge("predict", history.toString(), "--isolation", "rc");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(run.out()).contains("no two transactions use a row that one of them changes");
  }

  /** What is left out may race, so that nothing found is no answer. */
  @Test
  void whatIsLeftOutIsNoAnswer() throws IOException {
    Path history =
        Files.writeString(
            directory.resolve("h.txt"), "init x=1\ns a: w(x,2)\ns b: uw(table t)\ns c: w(x,3)\n");

    CommandRun run = isogauge("predict", history.toString(), "--isolation", "rc");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(run.out())
        .contains("left out: 1 transaction (such as b) of which not all writes are known")
        .contains("Nothing is predicted", "What was left out may race, too.");
  }
}
