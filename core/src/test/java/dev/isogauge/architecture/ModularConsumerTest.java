package dev.isogauge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is a Java module itself compiles against the API, runs, and sees no more. */
class ModularConsumerTest {
  private static final String MODULE = "module consumer { requires dev.isogauge.core; }\n";

  @TempDir private Path directory;

  @Test
  void compilesAndRuns() throws Exception {
    write(
        "Consumer.java",
        """
        package consumer;

        import dev.isogauge.check.Checks;
        import dev.isogauge.format.HistoryFiles;
        import dev.isogauge.history.History;
        import dev.isogauge.level.IsolationLevel;
        import java.nio.file.Path;
        import java.util.Optional;

        final class Consumer {
          public static void main(String[] args) throws Exception {
            History history =
                HistoryFiles.read(HistoryFiles.file(Path.of(args[0])), Optional.empty()).history();
            var verdict = Checks.check(history, IsolationLevel.SERIALIZABILITY);
            System.out.println(verdict.getClass().getSimpleName());
          }
        }
        """);
    Path history = directory.resolve("skew.txt");
    Files.writeString(history, "s1: r(x,nil) w(y,1)\ns2: r(y,nil) w(x,1)\n");

    assertThat(javac()).isEmpty();
    assertThat(
            run(
                "java",
                "--module-path",
                modulePath() + File.pathSeparator + directory.resolve("out"),
                "--module",
                "consumer/consumer.Consumer",
                history.toString()))
        .isEqualTo("Violated\n");
  }

  @Test
  void internalPackagesStayInside() throws Exception {
    write(
        "Consumer.java",
        """
        package consumer;

        final class Consumer {
          dev.isogauge.check.weak.WeakChecker checker;
        }
        """);

    assertThat(javac()).contains("package dev.isogauge.check.weak is not visible");
  }

  private void write(String name, String text) throws IOException {
    Path source = directory.resolve("src/consumer");
    Files.createDirectories(source);
    Files.writeString(directory.resolve("src/module-info.java"), MODULE);
    Files.writeString(source.resolve(name), text);
  }

  /** What the compiler prints; nothing if it succeeds. */
  private String javac() throws Exception {
    return run(
        "javac",
        "--module-path",
        modulePath(),
        "-d",
        directory.resolve("out").toString(),
        directory.resolve("src/module-info.java").toString(),
        directory.resolve("src/consumer/Consumer.java").toString());
  }

  /** The core and the libraries it needs, as the tests found them on their class path. */
  private static String modulePath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.endsWith("test-classes"))
        .filter(
            entry ->
                entry.endsWith("classes")
                    || entry.contains("isogauge-recorder")
                    || entry.contains("fastutil-core")
                    || entry.contains("jackson-core")
                    || entry.contains("jsqlparser"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String run(String tool, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }
}
