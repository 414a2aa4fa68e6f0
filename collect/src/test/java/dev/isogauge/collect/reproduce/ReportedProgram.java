package dev.isogauge.collect.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.ClientProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs of reports as their first comments say. */
final class ReportedProgram {
  private ReportedProgram() {}

  /**
   * What the program prints, which must end with 1.
   *
   * @param argument stands for the example in the command
   */
  static String run(Path report, ClientProgram program, String argument) throws Exception {
    String first = Files.readAllLines(report.resolve("Reproduce.java")).get(0);
    assertThat(first).isEqualTo("// " + new Connecting(program).command());
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String command =
        java + first.substring("// java".length()).replace(program.example(), argument);
    return printed(report, command, 1);
  }

  /** Fetches the jars by the command in the first comment. */
  static void fetch(Path report) throws Exception {
    String line = "// mvn ";
    List<String> commands =
        Files.readAllLines(report.resolve("Reproduce.java")).stream()
            .filter(each -> each.startsWith(line))
            .toList();
    assertThat(commands).hasSize(1);
    printed(report, "mvn -B -q " + commands.get(0).substring(line.length()), 0);
    assertThat(report.resolve("jars")).isNotEmptyDirectory();
  }

  private static String printed(Path directory, String command, int code)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", "-c", command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(printed).isEqualTo(code);
    if (code == 1) {
      assertThat(printed).contains("REPRODUCED", "should have");
    }
    return printed;
  }
}
