package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.catalog.Databases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A server that is there already and fails, by the user's command or by itself. */
@Timeout(300)
class OwnClusterTest {
  @TempDir private Path directory;

  private Database server;
  private String url;

  @BeforeEach
  void start() throws Exception {
    server =
        Databases.open(
            "postgres",
            Topology.USUAL.withFaults(Set.of(FaultKind.KILL)),
            DatabaseOptions.defaults());
    server.administer("CREATE ROLE someone LOGIN SUPERUSER PASSWORD 'secret'");
    server.administer("CREATE DATABASE theirs OWNER someone");
    url =
        "jdbc:postgresql://127.0.0.1:"
            + server.administer("SHOW port").text()
            + "/theirs?user=someone&password=secret";
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void theCommandMakesItFailAtThePlannedTimes() throws Exception {
    String postmaster = server.administer("SELECT pg_read_file('postmaster.pid', 0, 9)").text();
    Path script =
        Files.writeString(
            directory.resolve("fault.sh"),
            """
            echo "$@" >> %s
            case "$1 $3" in
              "pause begin") kill -STOP $(pgrep -P %2$s) ;;
              "pause end") kill -CONT $(pgrep -P %2$s) ;;
            esac
            """
                .formatted(directory.resolve("calls"), postmaster.lines().findFirst().orElse("")));

    CommandRun run =
        isogauge(
            "test",
            url,
            "--faults",
            "pause",
            "--fault-command",
            "sh " + script,
            "--nodes",
            "2",
            "--duration",
            "6s",
            "--min-chances",
            "0",
            "--out",
            directory.resolve("out").toString());

    assertThat(run.out())
        .containsPattern("Faults: \\d+ pause;")
        .contains("looked for at the end, none was missing");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    List<String> calls = Files.readAllLines(directory.resolve("calls"));
    assertThat(calls).isNotEmpty().allMatch(call -> call.matches("pause [12] (begin|end)"));
    assertThat(calls.stream().filter(call -> call.endsWith("begin")).count())
        .isEqualTo(calls.stream().filter(call -> call.endsWith("end")).count());
  }

  @Test
  @EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
  void aCommandThatFailsIsNamed() {
    CommandRun run =
        isogauge(
            "test",
            url,
            "--faults",
            "kill",
            "--fault-command",
            "echo no such host && false",
            "--duration",
            "4s",
            "--out",
            directory.resolve("out").toString());
    assertThat(run.err()).contains("no such host");
    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
  }

  @Test
  @EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
  void anOutageIsOutlasted() throws Exception {
    Thread failing =
        new Thread(
            () -> {
              try {
                Thread.sleep(3_000);
                ServerNode node = server.servers().get(0);
                node.kill();
                Thread.sleep(8_000);
                node.start();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    failing.start();
    CommandRun run =
        isogauge(
            "test",
            url,
            "--outage",
            "60s",
            "--duration",
            "20s",
            "--min-chances",
            "0",
            "--out",
            directory.resolve("out").toString());
    failing.join();
    assertThat(run.out()).contains("looked for at the end, none was missing");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
  }

  @Test
  void theCommandNeedsKindsAndAServerOfYours() {
    assertThat(isogauge("test", url, "--fault-command", "x").err()).contains("expected --faults");
    assertThat(isogauge("test", "h2", "--faults", "kill", "--fault-command", "x").err())
        .contains("expected a JDBC URL");
  }
}
