package dev.isogauge.app.flink;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.app.CommandRun;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlinkCommandTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "--level si,expected --source with a file or directory",
    "--source /none --level si,--source: /none: no such file or directory",
    "--source . --level cc,'--level: expected si, ser, rc or ra'",
    "--source . --level rc,--level: rc needs --mode batch",
    "--source . --level ra --mode batch --extract /none/x,--extract: expected with level si or ser",
    "--source . --level si --mode x,expected streaming or batch",
    "--source . --level si --state x,expected hashmap or rocksdb",
    "--source . --level si --memory 1m,expected at least 128m",
    "--source . --level si --mode batch --horizon 1h,a batch keeps no state",
    "--source . --level si --extract .,--extract: . is not empty; expected a new directory",
    "--source kafka://b:1/t --level si --extract /none/x,a topic has no end"
  })
  void wrongOptionsStartNothing(String options, String message) {
    CommandRun run = isogauge(("flink " + options).split(" "));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(message);
  }

  @Test
  void aJarThatIsNamedMustBeThere() {
    Assertions.assertThatThrownBy(
            () -> JobJar.find(Map.of("ISOGAUGE_FLINK_JAR", "/none/isogauge-flink.jar")))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage("ISOGAUGE_FLINK_JAR: /none/isogauge-flink.jar cannot be read");
  }

  @Test
  void aReportIsPutInShort() throws IOException {
    ClusterReport report =
        ClusterReport.parse(
            """
            {"level":"ser","verdict":"unknown","transactions":3,"rejected":1,"unjudged":1,
             "withdrawn":0,"counts":{"External":1},
             "violations":[{"id":"a","kind":"External","transaction":{"name":"t"},"sentence":"It is."}],
             "problems":[{"event":"rejected","source":"f","line":4,"why":"found nonsense"},
              {"event":"unjudged","transaction":{"name":"t2","session":"s"},"why":"it is late"}]}
            """);
    assertThat(report.summary())
        .isEqualTo(
            "ser by timestamps unknown: 1 External"
                + " (3 transactions; lines refused: 1, parts not judged: 1)");
    assertThat(report.sentences()).containsExactly("It is.");
    assertThat(report.problems())
        .containsExactly("f:4: found nonsense", "transaction t2 cannot be judged: it is late");
  }

  @Test
  void judgesOfAProcessShareAQuarterOfItsHeap() {
    assertThat(new LocalClusterSettings(2, 1, 512, 512, false, 1).judgeMegabytes()).isEqualTo(64);
    assertThat(new LocalClusterSettings(1, 2, 2048, 512, false, 1).judgeMegabytes()).isEqualTo(128);
    assertThat(new LocalClusterSettings(1, 8, 1024, 512, false, 1).judgeMegabytes()).isEqualTo(64);
  }

  /** A user's own cluster, and Flink's own command line. */
  @Test
  void flinkRunSubmitsTheJar() throws Exception {
    Path jar = jobJar();
    Path history = writeHistory();
    Path report = directory.resolve("report.json");
    LocalClusterSettings settings = new LocalClusterSettings(1, 2, 512, 512, false, 10_000);
    try (LocalCluster cluster = LocalCluster.start(settings, new Artifacts(notice -> {}))) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(LocalCluster.OPENED);
      command.addAll(
          List.of("-cp", cluster.classPath(), "org.apache.flink.client.cli.CliFrontend", "run"));
      command.addAll(List.of("-m", cluster.address().getAuthority(), "-p", "2", jar.toString()));
      command.addAll(List.of("--mode", "batch", "--source", history.toUri().toString()));
      command.addAll(List.of("--level", "si", "--report", report.toUri().toString()));
      ProcessBuilder run = new ProcessBuilder(command);
      Path conf = Files.createDirectories(directory.resolve("conf"));
      Files.writeString(conf.resolve("config.yaml"), "rest.bind-address: 127.0.0.1\n");
      run.environment().put("FLINK_CONF_DIR", conf.toString());
      Path log = directory.resolve("flink-run.log");
      Process process = run.redirectErrorStream(true).redirectOutput(log.toFile()).start();
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    }
    assertThat(report).content().contains("\"verdict\":\"violated\"", "\"External\":1");
  }

  private static Path jobJar() {
    assumeTrue(TestSize.isThorough(), "needs -Pthorough");
    Path jar = CommandRun.root().resolve("flink/target/isogauge-flink.jar");
    assumeTrue(Files.exists(jar), "needs the job jar: mvn -pl flink -am package");
    return jar;
  }

  private Path writeHistory() throws IOException {
    Path history = directory.resolve("history.jsonl");
    Files.writeString(
        history,
        """
        {"session":"s1","txn":"t1","sno":1,"ts":[1,2],"ops":[["w","x",1]]}
        {"session":"s2","txn":"t2","sno":1,"ts":[3,4],"ops":[["r","x",null],["w","y",1]]}
        {"session":"s1","txn":"t3","sno":2,"ts":[5,6],"ops":[["r","y",1]]}
        """);
    return history;
  }

  /** Processes of their own, and the jar that users submit. */
  @ParameterizedTest
  @CsvSource({"batch,hashmap", "streaming,hashmap", "streaming,rocksdb"})
  void aRealClusterFindsWhatCheckFinds(String mode, String state) throws IOException {
    jobJar();
    Path history = writeHistory();
    Path report = directory.resolve("report.json");
    CommandRun run =
        isogauge(
            "flink",
            "--source",
            history.toString(),
            "--level",
            "si",
            "--mode",
            mode,
            "--state",
            state,
            "--report",
            report.toString(),
            "--extract",
            directory.resolve("found").toString());
    assertThat(run.exitCode())
        .as(run.err())
        .isEqualTo(isogauge("check", "--level", "si", history.toString()).exitCode())
        .isEqualTo(1);
    assertThat(run.out()).startsWith("snapshot-isolation by timestamps violated: 1 External");
    assertThat(run.err()).contains("Flink's page is at http://127.0.0.1:");
    assertThat(report).content().contains("\"verdict\":\"violated\"");
    String next = run.err().substring(run.err().indexOf("next: isogauge ") + 15).strip();
    CommandRun again = isogauge(next.split(" "));
    assertThat(again.exitCode()).as(again.err()).isEqualTo(1);
    assertThat(again.out()).contains("External").doesNotContain("t3");
  }
}
