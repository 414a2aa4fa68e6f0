package dev.isogauge.app;

import dev.isogauge.app.command.Console;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs the usual commands once without output, so that the launcher learns which classes to put
 * into the class-data archive.
 */
final class Rehearsal {
  private Rehearsal() {}

  /** Takes a directory with histories. */
  public static void main(String[] arguments) throws IOException {
    Main.prepare();
    String histories = arguments[0];
    run("--version");
    run("--help");
    run("list", "levels");
    run("list", "formats");
    run("check", "--help");
    run("chekc");
    run("check", histories);
    run("check", "--json", histories);
    run("stats", histories);
    try (Stream<Path> files = Files.walk(Path.of(histories))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        run("check", file.toString());
        run("check", "--level", "rc,ra,cc,ci", "--timeout", "1m", file.toString());
      }
    }
    rehearsePage(histories);
    rehearseClaims();
  }

  private static void rehearsePage(String histories) throws IOException {
    Path page = Files.createTempFile("isogauge", ".html");
    try {
      run("check", "--html", page.toString(), histories);
    } finally {
      Files.delete(page);
    }
  }

  /** Checks what a store claims, predicates included: the reader of SQL has a lot of classes. */
  private static void rehearseClaims() throws IOException {
    Path folder = Files.createTempDirectory("isogauge");
    try {
      for (String operations : List.of("register", "predicate")) {
        Path history = folder.resolve(operations);
        String[] generate = {
          "generate", "--workload", operations, "--serial", "--versions", "--to", "isogauge"
        };
        run(with(generate, "--transactions", "200", "--keys", "10", "-o", history.toString()));
        run("check", "--order", "replay", history.toString());
        run("check", "--order", "certificate", history.toString());
        Files.deleteIfExists(history);
      }
    } finally {
      Files.delete(folder);
    }
  }

  private static String[] with(String[] command, String... more) {
    return Stream.concat(Arrays.stream(command), Arrays.stream(more)).toArray(String[]::new);
  }

  private static void run(String... command) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Console console =
        new Console(
            new ByteArrayInputStream(new byte[0]), nowhere, nowhere, Map.of(), false, false);
    new Main(console).run(command);
  }
}
