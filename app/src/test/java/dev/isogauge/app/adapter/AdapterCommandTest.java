package dev.isogauge.app.adapter;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.CommandRun;
import dev.isogauge.app.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands on adapters, good and hostile. */
@EnabledIf(value = "hasPython", disabledReason = "there is no python3 on the PATH")
@Timeout(240)
class AdapterCommandTest {
  private static final Path ROOT = CommandRun.root();
  private static final String SQLITE = "python3 " + ROOT.resolve("examples/adapters/sqlite.py");
  private static final String HOSTILE =
      "python3 "
          + ROOT.resolve("collect/src/test/resources/dev/isogauge/collect/adapter/hostile.py");
  private static final String CLUSTER = HOSTILE.replace("hostile.py", "cluster.py");

  @TempDir private Path directory;

  static boolean hasPython() {
    return dev.isogauge.collect.process.Commands.find("python3").isPresent();
  }

  @Test
  void thePythonAdapterKeepsTheContractAndItsLevel() {
    CommandRun check = isogauge("adapter", "check", SQLITE);
    assertThat(check.out()).contains("ok     hello: SQLite ").endsWith("keeps the contract.\n");
    assertThat(check.exitCode()).isEqualTo(ExitCode.SATISFIED);

    CommandRun test = test(SQLITE, "--transactions", "600", "--min-chances", "0");
    assertThat(test.out()).contains("What serializable claims: serializability held.");
    assertThat(test.exitCode()).isEqualTo(ExitCode.SATISFIED);
  }

  private CommandRun test(String adapter, String... more) {
    String[] words = {"test", "exec:" + adapter, "--out", directory.resolve("out").toString()};
    String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return isogauge(all);
  }

  @Test
  void aDatabaseThatBreaksItsClaimGetsAReportThatRunsWithoutIsogauge() throws Exception {
    Path reports = directory.resolve("reports");
    CommandRun run =
        isogauge(
            "litmus",
            "exec:" + HOSTILE,
            "--schedule",
            "lost-update",
            "--schedule",
            "g2",
            "--bug-report",
            reports.toString());
    assertThat(run.out()).contains("serializable claims serializability; broken by ", " (P4)");
    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
    try (var found = Files.list(reports)) {
      for (Path report : found.toList()) {
        assertReproduced(report);
      }
    }
  }

  private static void assertReproduced(Path report) throws IOException, InterruptedException {
    Path out = report.resolve("out.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "Reproduce.java")
            .directory(report.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(out)).contains("REPRODUCED");
    assertThat(process.exitValue()).isEqualTo(1);
  }

  @Test
  void searchFindsTheSmallestSchedule() {
    CommandRun run =
        isogauge("search", "exec:" + HOSTILE, "--rows", "1", "--statements", "3", "--quiet");
    assertThat(run.out()).contains("Hostile 1.0").contains("break");
    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
  }

  @Test
  void positionsAreCheckedWhileItRuns() {
    CommandRun run = test(HOSTILE + " timestamps", "--online", "--transactions", "500");
    assertThat(run.out()).containsPattern("serializability by timestamps +violated");
    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
  }

  /** With faults that the adapter makes: no commit is lost, and the claimed order holds. */
  @ParameterizedTest
  @ValueSource(strings = {"serializable", "snapshot"})
  void anAdapterThatKeepsItsPromisesPassesByItsOwnOrder(String level) {
    CommandRun run =
        test(
            CLUSTER,
            "--isolation",
            level,
            "--online",
            "--faults",
            "kill,pause",
            "--duration",
            "5s",
            "--workload",
            "register",
            "--min-committed",
            "0.05");
    assertThat(run.out())
        .containsPattern("snapshot-isolation by timestamps +satisfied")
        .containsPattern("Faults: \\d (kill|pause)")
        .containsPattern("acknowledged writes looked for at the end, none was missing");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          garbage read | wrote a line that is not an answer, since it is no JSON
          array read | wrote a line that is not an answer, since it is no JSON object: [1, 2]
          wrong-id read | answered a request that nobody sent: {"id": 1
          negative-id read | answered a request that nobody sent: {"id": -1
          no-id read | wrote a line without the number of a request, "id": {"ok": null}
          no-word read | answered with none of ok, aborted, rejected, unknown, unsupported
          twice write | answered twice
          binary read | wrote a line that is not UTF-8
          endless-line read | wrote a line of more than 16 MB: xxxx
          last-words commit | It logged: the disk is on fire
          half-line commit | ended with exit code 0
          text read | answered read with five; expected a whole number
          protocol hello | speaks version 2 of the protocol, and Isogauge version 1
          garbage hello | wrote a line that is not an answer
          """)
  void aHostileAdapterEndsTheTestWithItsReason(String mode, String reason) {
    String asked = mode.startsWith("protocol") ? "protocol" : mode;
    CommandRun run = test(HOSTILE + " " + asked, "--duration", "5s", "--workload", "mini");
    assertThat(run.err()).contains(reason);
    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello",
        "setup",
        "open",
        "begin",
        "read",
        "write",
        "delete",
        "append",
        "scan",
        "cas",
        "lock",
        "commit",
        "rollback",
        "close",
        "teardown"
      })
  void deathAtAnyStepEndsTheCheckWithItsReason(String step) {
    CommandRun run = isogauge("adapter", "check", HOSTILE + " death " + step);
    assertThat(run.err())
        .contains("ended with exit code 3 instead of answering {\"id\":")
        .contains("\"" + step + "\":");
    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
  }

  @Test
  void silenceEndsTheCheckAtTheDeadline() {
    CommandRun run = isogauge("adapter", "check", HOSTILE + " silence append", "--patience", "3s");
    assertThat(run.err()).contains("did not answer within 3.0 s: {").contains("\"append\":[");
    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
  }

  @Test
  void aBrokenRuleIsShownWithItsLines() {
    CommandRun run = isogauge("adapter", "check", HOSTILE + " text scan");
    assertThat(run.out())
        .contains("WRONG  scan: finds the keys whose value is in the range")
        .containsPattern("> \\{\"id\":\\d+,\"session\":\"check\\d+\",\"scan\":\\{\"from\":710")
        .contains("< ok five")
        .contains("expected ok [[\"check-x");
    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
  }

  @Test
  void anAdapterThatIsNotThereSaysSo() {
    CommandRun run = test("./no-such-adapter");
    assertThat(run.err()).contains("ended with exit code 127").contains("not found");
    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
  }

  @Test
  void theProcessIsKilledAndStartedAgainWhereFaultsAskForIt() {
    CommandRun run =
        test(
            SQLITE,
            "--duration",
            "4s",
            "--faults",
            "kill,restart",
            "--set",
            "path=" + directory.resolve("test.db"),
            "--min-chances",
            "0");
    assertThat(run.out()).contains("acknowledged writes looked for at the end, none was missing");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
  }
}
