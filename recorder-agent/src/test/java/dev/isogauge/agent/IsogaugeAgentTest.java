package dev.isogauge.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Verdict;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent as users have it, in JVMs of its own that run {@link Application}. */
class IsogaugeAgentTest {
  private static final Path JDK_25 = Path.of("/usr/lib/jvm/temurin-25-jdk-amd64/bin/java");

  @TempDir Path directory;

  private record Ended(int code, String output, String errors) {}

  private static Stream<Path> javas() {
    Path own = Path.of(System.getProperty("java.home"), "bin", "java");
    return Files.exists(JDK_25) ? Stream.of(own, JDK_25) : Stream.of(own);
  }

  private Ended run(Path java, String options, String... ways) throws Exception {
    return run(List.of(), java, options, ways);
  }

  private Ended run(List<String> within, Path java, String options, String... ways)
      throws Exception {
    // What an application has: nothing of this project.
    String path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(each -> each.matches(".*(test-classes|h2-.*|HikariCP.*|slf4j.*|postgresql-.*)"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>(within);
    command.addAll(List.of(java.toString(), "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    if (options != null) {
      command.add("-javaagent:" + System.getProperty("isogauge.agent") + options);
    }
    command.addAll(List.of("-cp", path, Application.class.getName()));
    command.addAll(List.of(ways));
    Path output = directory.resolve("output");
    Path errors = directory.resolve("errors");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return new Ended(process.exitValue(), Files.readString(output), withoutWarnings(errors));
  }

  /** The JVM says that it shares fewer classes with others. */
  private static String withoutWarnings(Path errors) throws Exception {
    return Files.readString(errors).replaceAll("(?m)^.*VM warning: Sharing is only.*\\R", "");
  }

  @Test
  void everyWayToAConnectionIsRecordedOnce() throws Exception {
    String[] ways = {
      "manager", "source", "wrapped", "pool", "hikari-url", "hikari-source", "loaders"
    };
    for (Path java : javas().toList()) {
      Path file = directory.resolve("a run.jsonl");
      Ended ended = run(java, "=file=" + file, ways);
      assertThat(ended.errors()).isEqualTo("isogauge: recording to " + file + "\n");
      assertThat(ended)
          .extracting(Ended::code, Ended::output)
          .containsExactly(0, "left: 80\n".repeat(ways.length));
      History history = HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
      // One row, two withdrawals, a look.
      assertThat(history.transactionCount()).isEqualTo(4 * ways.length);
      assertThat(verdict(history, IsolationLevel.READ_COMMITTED))
          .isInstanceOf(Verdict.Satisfied.class);
      Verdict.Violated violated =
          (Verdict.Violated) verdict(history, IsolationLevel.SNAPSHOT_ISOLATION);
      assertThat(violated.anomalies()).hasSize(ways.length);
    }
  }

  /** The pool has connections for the application only. */
  @Test
  void postgresIsRecordedByRowVersions() throws Exception {
    Path file = directory.resolve("run.jsonl");
    try (Database server = Databases.open("postgres", DatabaseOptions.defaults())) {
      server.administer("CREATE ROLE app LOGIN REPLICATION PASSWORD 'app'");
      server.administer("CREATE DATABASE bank OWNER app");
      String at = "127.0.0.1:" + server.administer("SHOW port").text();
      Ended ended =
          run(
              javas().toList().get(0),
              "=file=" + file,
              "jdbc:postgresql://" + at + "/bank?user=app&password=app");
      assertThat(ended.errors()).isEqualTo("isogauge: recording to " + file + "\n");
      assertThat(ended).extracting(Ended::code, Ended::output).containsExactly(0, "left: 80\n");
    }
    assertThat(Files.readString(file))
        .contains("{\"order\":\"accounts/1\",\"versions\":[[{\"balance");
    History history = HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
    assertThat(verdict(history, IsolationLevel.READ_COMMITTED))
        .isInstanceOf(Verdict.Satisfied.class);
    assertThat(verdict(history, IsolationLevel.SNAPSHOT_ISOLATION))
        .isInstanceOf(Verdict.Violated.class);
  }

  private static Verdict verdict(History history, IsolationLevel level) {
    return Checks.check(history, level);
  }

  /** A limit of the file's size stands for a full disk. */
  @Test
  void aFullDiskEndsTheRecordingAndNotTheApplication() throws Exception {
    Path file = directory.resolve("run.jsonl");
    String[] ways = IntStream.range(0, 40).mapToObj(bank -> "bank" + bank).toArray(String[]::new);
    Ended ended =
        run(
            List.of("/bin/bash", "-c", "ulimit -f 8; exec \"$@\"", "bash"),
            javas().toList().get(0),
            "=file=" + file,
            ways);
    assertThat(ended)
        .extracting(Ended::code, Ended::output)
        .containsExactly(0, "left: 80\n".repeat(40));
    assertThat(ended.errors()).contains("the recording ends here; the application goes on");
    assertThat(Files.readAllLines(file).get(0)).contains(",\"ended\":\"File too large");
    History history = HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
    assertThat(history.transactionCount()).isBetween(10, 150);
    assertThat(verdict(history, IsolationLevel.READ_COMMITTED)).isInstanceOf(Verdict.Unknown.class);
  }

  @Test
  void twoProcessesHaveAFileEach() throws Exception {
    Path file = directory.resolve("run.jsonl");
    Path java = javas().toList().get(0);
    try (Recorder held = Recorder.create(file)) {
      assertThat(held.file()).isEqualTo(file);
      assertThat(run(java, "=file=" + file, "source").errors())
          .contains("recording to " + directory.resolve("run-2.jsonl"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "=fiel=run.jsonl", "=file=/proc/nowhere/run.jsonl"})
  void wrongOptionsNeverStopTheApplication(String options) throws Exception {
    Ended ended = run(javas().toList().get(0), options, "source");
    assertThat(ended).extracting(Ended::code, Ended::output).containsExactly(0, "left: 80\n");
    assertThat(ended.errors())
        .startsWith("isogauge: nothing is recorded; the application goes on: ");
  }
}
