package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.app.command.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of databases where the disk is full, the clock is wrong or the user has had enough. */
@Timeout(600)
class BadSurroundingsTest {
  private static final Pattern ORIGIN = Pattern.compile("\"origin\":\"([^\"]+)\"");

  @TempDir private Path directory;

  @Test
  void anInterruptedRunLeavesAHistoryAndNothingElse() throws Exception {
    try (SpawnedCommand command = start(List.of(), Map.of(), "postgres", "--duration", "90s")) {
      command.awaitLines(history(), 50);
      assertThat(servers()).isNotEmpty();
      command.interrupt();
      CommandRun run = command.ended();

      assertThat(run.exitCode()).isEqualTo(128 + 2);
      assertThat(run.err())
          .isEqualTo("isogauge: interrupted; what was recorded until then: " + history() + "\n");
      assertThat(run.out()).isEmpty();
    }
    assertNothingIsLeft();
    assertHistoryHolds("pl-2");
  }

  /** The temporary directory is a file system of its own that somebody else fills. */
  @Test
  void aDatabaseWithoutRoomEndsTheRun() throws Exception {
    Path temporary = SpawnedCommand.temporary(directory);
    List<String> inNamespace = List.of("unshare", "--mount", "sh", "-c");
    String mount = "mount -t tmpfs -o size=300m,mode=755 tmpfs '" + temporary + "'";
    assumeTrue(isSuccessful(inNamespace, mount), "nothing can be mounted here");
    String fill =
        """
        %s
        (
          for i in $(seq 1200); do
            [ "$(cat '%s' 2>/dev/null | wc -l)" -gt 300 ] && break
            sleep 0.05
          done
          cat /dev/zero >'%s/ballast' 2>/dev/null
        ) &
        exec "$@"
        """
            .formatted(mount, history(), temporary);
    List<String> before = Stream.concat(inNamespace.stream(), Stream.of(fill, "sh")).toList();
    try (SpawnedCommand command = start(before, Map.of(), "postgres", "--duration", "90s")) {
      CommandRun run = command.ended();

      assertThat(run.err())
          .contains("the run ended early: the database has no room left: ")
          .contains("No space left on device");
      assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(run.out()).contains("What READ COMMITTED claims: pl-2 held.");
    }
    assertThat(servers()).isEmpty();
    assertHistoryHolds("pl-2");
  }

  @Test
  void aDatabaseFileThatMayNotGrowEndsTheRun() {
    CommandRun run =
        isogauge(
            "test",
            "sqlite",
            "--set",
            "max_page_count=12",
            "--duration",
            "90s",
            "--out",
            result().toString(),
            "--json");

    assertThat(run.err()).contains("the database has no room left", "SQLITE_FULL");
    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertHistoryHolds("strict-serializability");
  }

  @ParameterizedTest
  @ValueSource(strings = {"history.txt", "history.txt.gz"})
  void aFileWithoutRoomLeavesNothing(String name) throws Exception {
    Path target = Files.createDirectory(directory.resolve("target")).resolve(name);
    List<String> before = List.of("sh", "-c", "ulimit -f 300; exec \"$@\"", "sh");
    String[] command = {"generate", "--transactions", "100000", "-o", target.toString()};
    try (SpawnedCommand generate =
        SpawnedCommand.start(directory, before, Map.of("JAVA_TOOL_OPTIONS", ""), command)) {
      CommandRun run = generate.ended();

      assertThat(run.err()).contains("cannot write " + target + ": File too large");
      assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    }
    assertThat(target.getParent()).isEmptyDirectory();
  }

  @Test
  void aRecordingWithoutRoomEndsTheRun() throws Exception {
    List<String> before = List.of("sh", "-c", "ulimit -f 300; exec \"$@\"", "sh");
    try (SpawnedCommand command =
        start(
            before,
            Map.of(),
            "hsqldb",
            "--isolation",
            "serializable",
            "--level",
            "ser",
            // With more, HSQLDB may miss a deadlock, and then writes nothing.
            "--sessions",
            "3",
            "--duration",
            "90s")) {
      CommandRun run = command.ended();

      assertThat(run.err())
          .contains("the run ended early: cannot write the recording " + history())
          .contains("File too large");
      assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(run.out()).contains("serializability is undecided");
    }
    assertThat(Files.readString(history())).endsWith("}\n");
    CommandRun check = isogauge("check", "--level", "ser", history().toString());
    assertThat(check.exitCode()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(check.out()).contains("the recording ended before the application did");
  }

  @Test
  void aRecordingThatCannotBeginIsReported() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no /dev/full here");
    Files.createDirectories(result());
    Files.createSymbolicLink(history(), full);
    CommandRun run = isogauge("test", "h2", "--out", result().toString(), "--force");
    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("cannot write the recording", "No space left on device");
    Files.delete(history());
  }

  /** The wall clock of this process stands a day back and goes back at every look. */
  @Test
  void aClockThatGoesBackIsNotAsked() throws Exception {
    Path library = directory.resolve("backwards.so");
    assumeTrue(isCompiled("backwards.c", library), "there is no C compiler here");
    try (SpawnedCommand command =
        start(
            List.of(),
            Map.of("LD_PRELOAD", library.toString()),
            "sqlite",
            "--duration",
            "60s",
            "--transactions",
            "500")) {
      CommandRun run = command.ended();

      assertThat(run.out()).containsPattern("strict-serializability +satisfied");
      assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    }
    Matcher origin = ORIGIN.matcher(Files.readString(history()));
    assertThat(origin.find()).isTrue();
    assertThat(Instant.parse(origin.group(1))).isBefore(Instant.now().minus(Duration.ofDays(1)));
  }

  private boolean isCompiled(String source, Path library) throws Exception {
    Path file = directory.resolve(source);
    try (InputStream stream = getClass().getResourceAsStream(source)) {
      Files.write(file, stream.readAllBytes());
    }
    return isSuccessful(
        List.of("sh", "-c"), "cc -shared -fPIC -o '" + library + "' '" + file + "'");
  }

  private static boolean isSuccessful(List<String> shell, String script) throws Exception {
    try {
      return new ProcessBuilder(Stream.concat(shell.stream(), Stream.of(script)).toList())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private SpawnedCommand start(
      List<String> before, Map<String, String> environment, String... arguments)
      throws IOException {
    String[] all =
        Stream.of(Stream.of("test"), Stream.of(arguments), Stream.of("--out", result().toString()))
            .flatMap(words -> words)
            .toArray(String[]::new);
    return SpawnedCommand.start(directory, before, environment, all);
  }

  private Path result() {
    return directory.resolve("result");
  }

  private Path history() {
    return result().resolve("history.jsonl");
  }

  private void assertHistoryHolds(String level) {
    CommandRun check = isogauge("check", history().toString(), "--level", level);
    assertThat(check.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(check.out()).containsPattern("[1-9][0-9]* transactions");
  }

  private List<ProcessHandle> servers() throws IOException {
    Path temporary = SpawnedCommand.temporary(directory).toRealPath();
    return ProcessHandle.allProcesses()
        .filter(
            process -> process.info().commandLine().orElse("").contains(temporary + "/isogauge"))
        .toList();
  }

  private void assertNothingIsLeft() throws Exception {
    Path temporary = SpawnedCommand.temporary(directory);
    for (int i = 0; i < 1200 && !(servers().isEmpty() && isEmpty(temporary)); i++) {
      Thread.sleep(50);
    }
    assertThat(servers()).isEmpty();
    assertThat(temporary).isEmptyDirectory();
  }

  private static boolean isEmpty(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.findAny().isEmpty();
    }
  }
}
