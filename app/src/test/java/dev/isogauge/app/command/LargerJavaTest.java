package dev.isogauge.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.check.CheckCommand;
import dev.isogauge.app.check.Verification;
import dev.isogauge.app.stats.StatsCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is run again in another Java, and that it then is. */
class LargerJavaTest {
  private static final Console CONSOLE =
      new Console(
          new ByteArrayInputStream(new byte[0]),
          new PrintStream(new ByteArrayOutputStream()),
          new PrintStream(new ByteArrayOutputStream()),
          Map.of(),
          false,
          false);

  @TempDir Path directory;

  private static Arguments arguments(Command command, String... words) {
    return new Arguments(new CommandLine(command.spec()).parseArgs(words));
  }

  private static boolean isLarge(String... words) throws Exception {
    Command check = new CheckCommand(CONSOLE, new Verification());
    return check.isLarge(arguments(check, words));
  }

  private String file(String name, long megabytes, String begin) throws Exception {
    Path file = directory.resolve(name);
    try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
      large.setLength((megabytes << 20) + 1);
      large.writeBytes(begin);
    }
    return file.toString();
  }

  @Test
  void largeInputsAreRunAgain() throws Exception {
    Command stats = new StatsCommand(CONSOLE);
    String large = file("large.txt", 256, "");
    assertThat(isLarge("--level", "rc", large)).isTrue();
    assertThat(stats.isLarge(arguments(stats, large))).isTrue();
    assertThat(isLarge("--level", "rc", "-")).isTrue();
    assertThat(isLarge("--level", "rc", directory.toString())).isTrue();
    assertThat(isLarge("--level", "rc", directory.resolve("missing").toString())).isFalse();
    Files.delete(Path.of(large));
    assertThat(isLarge("--level", "rc", directory.toString())).isFalse();
  }

  @Test
  void aSearchInASmallerFileIsToo() throws Exception {
    Command stats = new StatsCommand(CONSOLE);
    String file = file("file.txt", 64, "s1: w(x,1)\n");
    assertThat(isLarge(file)).isTrue();
    assertThat(isLarge("--level", "ser", file)).isTrue();
    assertThat(isLarge("--level=rc,si", file)).isTrue();
    assertThat(isLarge("--level", "rc,cc", file)).isFalse();
    assertThat(isLarge("--level", "ser", "--order", "replay", file)).isFalse();
    assertThat(stats.isLarge(arguments(stats, file))).isFalse();
    assertThat(isLarge("--level", "ser", file("timed.txt", 64, "s1 1: [ts 1..2] w(x,1)\n")))
        .isFalse();
  }

  @Test
  void aCheckThatSpillsHasAHeapOfItsOwn() throws Exception {
    Command check = new CheckCommand(CONSOLE, new Verification());
    String[] spills = {"--order", "timestamps", "--level", "si", "--memory", "48m", "x"};
    assertThat(check.javaOptions(arguments(check, spills))).contains("-Xmx352m");
    String[] stays = {"--level", "si", "--memory", "48m", "x"};
    assertThat(check.javaOptions(arguments(check, stays))).isEmpty();
  }

  /** The other Java has the same streams, options and exit code; it ends when this one is ended. */
  @Test
  void theOtherJavaStandsForThisOne() throws Exception {
    Process small = start("check", "--level", "ci", "-");
    small.getOutputStream().write("s1: aborted w(x,1)\ns2: r(x,1)\n".getBytes(UTF_8));
    small.getOutputStream().close();
    String out = new String(small.getInputStream().readAllBytes(), UTF_8);
    assertThat(small.waitFor()).isZero();
    assertThat(out.lines().filter(line -> line.contains("+PrintCommandLineFlags")))
        .hasSize(2)
        .satisfiesOnlyOnce(line -> assertThat(line).contains("TieredStopAtLevel=1"));
    assertThat(out).contains("cut-isolation");

    Process waiting = start("check", "--level", "ci", "-");
    while (waiting.children().findAny().isEmpty()) {
      Thread.sleep(20);
    }
    ProcessHandle other = waiting.children().findAny().orElseThrow();
    waiting.destroy();
    assertThat(waiting.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(other.isAlive()).isFalse();
  }

  private Process start(String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Disogauge.quick=true", "-XX:TieredStopAtLevel=1"));
    command.add("-XX:+PrintCommandLineFlags");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.isogauge.app.Main"));
    command.addAll(List.of(words));
    return new ProcessBuilder(command).directory(directory.toFile()).start();
  }
}
