package dev.isogauge.app;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
    run("levels");
    run("formats");
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
  }

  private static void run(String... command) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Console console =
        new Console(
            new ByteArrayInputStream(new byte[0]), nowhere, nowhere, Map.of(), false, false);
    new Main(console).run(command);
  }
}
