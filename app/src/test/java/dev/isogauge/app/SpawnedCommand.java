package dev.isogauge.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command line in a process of its own, which may have bad surroundings and be interrupted. */
final class SpawnedCommand implements AutoCloseable {
  private static final int SECONDS = 300;

  private final Process process;
  private final Path out;
  private final Path err;

  private SpawnedCommand(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** As below, with nothing special around it. */
  static SpawnedCommand start(Path directory, String... arguments) throws IOException {
    return start(directory, List.of(), Map.of(), arguments);
  }

  /**
   * Starts it.
   *
   * @param directory for what it writes, and its temporary files below {@code temporary}
   * @param before the words of a command that starts the command which follows it
   */
  static SpawnedCommand start(
      Path directory, List<String> before, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    // What runs in the background of a shell ignores SIGINT, and so would its children.
    command.addAll(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + temporary(directory));
    command.add("-XX:-UsePerfData");
    command.add("-Disogauge.repository=" + System.getProperty("isogauge.repository", ""));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    Path out = directory.resolve("out.txt");
    Path err = directory.resolve("err.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().putAll(environment);
    return new SpawnedCommand(builder.start(), out, err);
  }

  /** Where servers have their directories. They may run as another user, who must get in. */
  static Path temporary(Path directory) throws IOException {
    Path temporary = Files.createDirectories(directory.resolve("temporary"));
    for (Path each : List.of(directory, temporary)) {
      each.toFile().setExecutable(true, false);
      each.toFile().setReadable(true, false);
    }
    return temporary;
  }

  /** Waits until the file has this many lines. */
  void awaitLines(Path file, int lines) throws IOException, InterruptedException {
    while (!Files.exists(file) || Files.readAllLines(file).size() < lines) {
      if (!process.isAlive()) {
        throw new AssertionError("it has ended: " + Files.readString(err));
      }
      Thread.sleep(50);
    }
  }

  /** What Ctrl-C sends. */
  void interrupt() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }

  /** Ends it at once. */
  void kill() {
    process.destroyForcibly();
  }

  /** Waits for its end. */
  CommandRun ended() throws IOException, InterruptedException {
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end: " + Files.readString(err));
    }
    return new CommandRun(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
