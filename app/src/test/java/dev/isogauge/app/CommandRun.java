package dev.isogauge.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.Console;
import dev.isogauge.report.Schemas;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** What one command line wrote and returned. */
public record CommandRun(int exitCode, String out, String err) {

  public static CommandRun isogauge(String... arguments) {
    return withInput("", arguments);
  }

  public static CommandRun withInput(String input, String... arguments) {
    return on(input, Map.of(), false, false, arguments);
  }

  public static CommandRun onTerminal(Map<String, String> environment, String... arguments) {
    return on("", environment, true, false, arguments);
  }

  /** With messages on a terminal and the output elsewhere. */
  public static CommandRun watched(String... arguments) {
    return on("", Map.of(), false, true, arguments);
  }

  /** The whole command line, with nothing connected to it. */
  static CommandLine program() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    Console console =
        new Console(InputStream.nullInputStream(), nowhere, nowhere, Map.of(), false, false);
    return new CommandLine(new Main(console).specOfAll());
  }

  private static CommandRun on(
      String input,
      Map<String, String> environment,
      boolean terminal,
      boolean watched,
      String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new ByteArrayInputStream(input.getBytes(UTF_8)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            environment,
            terminal,
            watched);
    int code = new Main(console).run(arguments);
    CommandRun run = new CommandRun(code, out.toString(UTF_8), err.toString(UTF_8));
    assertThat(run.out + run.err).doesNotContain("\tat ").doesNotContain("Exception");
    if (List.of(arguments).contains("--json")) {
      run.out.lines().forEach(line -> Schemas.check(schema(List.of(arguments), line), line));
    }
    return run;
  }

  /** The schema of a line that a command wrote. */
  private static String schema(List<String> arguments, String line) {
    return switch (arguments.get(0)) {
      case "stats", "litmus", "search", "predict" -> arguments.get(0);
      case "shrink" -> line.contains("\"minimal\":") ? "shrink" : "report";
      default -> arguments.contains("--explain-plan") ? "plan" : "report";
    };
  }

  /** The root of the repository. */
  public static Path root() {
    return Path.of(System.getProperty("isogauge.root", "..")).toAbsolutePath().normalize();
  }
}
