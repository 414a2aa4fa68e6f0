package dev.isogauge.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the script itself, on the classes of this build. */
class LauncherTest {
  private static final Path SCRIPT = CommandRun.root().resolve("isogauge");

  @TempDir Path directory;

  @BeforeAll
  static void needsBash() {
    boolean bash =
        Stream.of("/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash")
            .anyMatch(path -> Files.isExecutable(Path.of(path)));
    assumeTrue(bash, "no bash here");
  }

  @Test
  void checksAHistoryAndPassesTheExitCodeOn() throws Exception {
    Path history = directory.resolve("history with spaces.txt");
    Files.writeString(history, "s1: aborted w(x,1)\ns2: r(x,1)\n");

    CommandRun violated = run(SCRIPT, Map.of(), "check", "--level", "rc", history.toString());
    CommandRun satisfied = run(SCRIPT, Map.of(), "check", "--level", "ci", history.toString());

    assertThat(violated.exitCode()).isEqualTo(1);
    assertThat(violated.out()).contains("AbortedRead");
    assertThat(satisfied.exitCode()).isZero();
  }

  @Test
  void worksThroughASymbolicLinkFromAnotherDirectory() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("tool"), SCRIPT);
    Path second = Files.createSymbolicLink(directory.resolve("again"), Path.of("tool"));

    assertThat(run(link, Map.of(), "--version").out()).startsWith("isogauge ");
    assertThat(run(second, Map.of(), "--version").out()).startsWith("isogauge ");
    Files.delete(second);
    Files.delete(link);
  }

  @Test
  void passesOptionsToJava() throws Exception {
    CommandRun run =
        run(SCRIPT, Map.of("ISOGAUGE_JAVA_OPTS", "-Xmx64m -showversion"), "list", "levels");

    assertThat(run.out()).contains("read-committed");
    assertThat(run.err()).contains("Runtime Environment");
  }

  @Test
  void textWrapsAtTheTerminalsWidth() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no pseudo-terminals here");
    Path terminal =
        Files.writeString(
            directory.resolve("terminal"),
            "script -qec \"stty cols 50; '" + SCRIPT + "' list workloads\" /dev/null\n");

    CommandRun run = run(terminal, Map.of("COLUMNS", ""));

    assertThat(run.out().lines().mapToInt(line -> line.strip().length()).max().orElseThrow())
        .as(run.out())
        .isBetween(40, 50);
  }

  @Test
  void anOldJavaHomeIsPassedOver() throws Exception {
    Path old = directory.resolve("jdk8");
    Files.createDirectories(old.resolve("bin"));
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"1.8.0_402\"\n");
    Path java = Files.writeString(old.resolve("bin/java"), "#!/bin/sh\nexit 99\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();

    CommandRun run = run(SCRIPT, Map.of("JAVA_HOME", old.toString()), "--version");

    assertThat(run.exitCode()).isZero();
  }

  private CommandRun run(Path script, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        Stream.concat(Stream.of("bash", script.toString()), Stream.of(arguments)).toList();
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    ProcessBuilder process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    process.environment().put("ISOGAUGE_JAR", System.getProperty("java.class.path"));
    process.environment().put("JAVA_HOME", System.getProperty("java.home"));
    process.environment().putAll(environment);
    int code = process.start().waitFor();
    return new CommandRun(code, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }
}
