package dev.isogauge.app;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;

/**
 * Runs the usual commands once without output, so that the launcher learns which classes to put
 * into the class-data archive.
 */
final class Rehearsal {
  private Rehearsal() {}

  /** Takes a directory with histories. */
  public static void main(String[] arguments) {
    System.setProperty("picocli.converters.excludes", "java.*");
    String histories = arguments[0];
    run("--version");
    run("--help");
    run("levels");
    run("formats");
    run("check", "--help");
    run("check", histories);
    run("check", "--level", "rc,ra,cc,ci", "--json", "--timeout", "1m", histories);
    run("check", "--level", "causal", histories + "/none/aborted-read.txt");
    run("check", histories + "/causal/long-fork.txt");
    run("stats", histories);
    run("chekc");
  }

  private static void run(String... command) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Console console =
        new Console(
            new ByteArrayInputStream(new byte[0]), nowhere, nowhere, Map.of(), false, false);
    new Main(console).run(command);
  }
}
