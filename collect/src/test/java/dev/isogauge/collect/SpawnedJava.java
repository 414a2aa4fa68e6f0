package dev.isogauge.collect;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another Java process with the classes of this one, to be killed. */
public final class SpawnedJava implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private SpawnedJava(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  public static SpawnedJava start(Class<?> main, Path temporary, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    // Files are private where a user says so, and a server that runs as another user starts anyway.
    command.addAll(List.of("sh", "-c", "umask 077 && exec \"$@\"", "sh"));
    // What runs in the background of a shell ignores SIGINT, and so would its children.
    command.addAll(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-Disogauge.repository=" + System.getProperty("isogauge.repository", ""));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return new SpawnedJava(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  public String readLine() throws IOException {
    return output.readLine();
  }

  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** What Ctrl-C sends. */
  public void interrupt() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
