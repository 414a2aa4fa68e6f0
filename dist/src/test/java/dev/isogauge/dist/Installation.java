package dev.isogauge.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The zip, unpacked, on a machine that has a Java runtime, a shell and a few tools. */
final class Installation {
  private static final Path ZIP = Path.of(System.getProperty("isogauge.zip"));
  private static final String NOBODY = "65534";
  private static final int SECONDS = 300;

  /** What the launcher calls; without bash, Maven and a Java on the PATH. */
  private static final List<String> TOOLS =
      List.of("find", "mkdir", "mv", "readlink", "rm", "sh", "touch");

  private final Path directory;
  private final Path home;
  private final Map<String, String> environment = new TreeMap<>();
  private final List<String> before = new ArrayList<>();

  /** How a command ended. */
  record Run(int exitCode, String out, String err) {}

  /** Unpacks the zip in a folder of this name. */
  Installation(Path directory, String folder, Path runtime) throws Exception {
    this.directory = directory;
    Path place = Files.createDirectories(directory.resolve(folder));
    execute(List.of(tool("unzip").toString(), "-q", ZIP.toString()), place, Map.of());
    this.home = place.resolve(ZIP.getFileName().toString().replace(".zip", ""));
    Files.createDirectories(tools());
    for (String tool : TOOLS) {
      link(tool);
    }
    environment.put("PATH", tools().toString());
    environment.put("JAVA_HOME", runtime.toString());
    environment.put("HOME", Files.createDirectories(directory.resolve("home")).toString());
    environment.put("XDG_CACHE_HOME", Files.createDirectories(cache()).toString());
    environment.put("TMPDIR", directory.toString());
  }

  /** A runtime without compiler and tools, as users install it. */
  static Path runtime(Path directory) throws Exception {
    Path jlink = Path.of(System.getProperty("java.home"), "bin", "jlink");
    assumeTrue(Files.isExecutable(jlink), "no jlink here");
    Path runtime = directory.resolve("runtime");
    Run run =
        execute(
            List.of(
                jlink.toString(),
                "--add-modules",
                "java.se,jdk.crypto.ec,jdk.unsupported,jdk.zipfs",
                "--output",
                runtime.toString()),
            directory,
            Map.of());
    assertThat(run.exitCode()).as(run.err()).isZero();
    return runtime;
  }

  Path home() {
    return home;
  }

  Path launcher() {
    return home.resolve("bin/isogauge");
  }

  Path cache() {
    return directory.resolve("cache");
  }

  private Path tools() {
    return directory.resolve("tools");
  }

  Installation with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Lets the launcher believe that no archive can be made, which takes seconds. */
  Installation withoutArchive() throws IOException {
    Path runtime = Path.of(environment.get("JAVA_HOME"));
    String version = System.getProperty("java.version");
    Files.createFile(home.resolve("lib/" + runtime.getFileName() + "-" + version + ".jsa"));
    return this;
  }

  /** Adds a tool of this machine. */
  Installation link(String tool) throws IOException {
    Files.createSymbolicLink(tools().resolve(tool), tool(tool));
    return this;
  }

  private static Path tool(String name) {
    Path found =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .map(path -> Path.of(path, name))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    assumeTrue(found != null, "no " + name + " here");
    return found;
  }

  /** Takes the right to write away, from root too: another user runs it then. */
  void makeReadOnly() throws IOException {
    setPermissions("r-xr-xr-x");
    for (Path open : List.of(directory, Path.of(environment.get("JAVA_HOME")).getParent())) {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Files.setPosixFilePermissions(cache(), PosixFilePermissions.fromString("rwxrwxrwx"));
    if ("root".equals(System.getProperty("user.name"))) {
      before.addAll(
          List.of(
              tool("setpriv").toString(), "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"));
    }
  }

  /** Lets the directory be removed. */
  void makeWritable() throws IOException {
    setPermissions("rwxr-xr-x");
  }

  private void setPermissions(String permissions) throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      for (Path path : all.filter(Files::isDirectory).toList()) {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
      }
    }
  }

  /** Runs the launcher, from the home directory of the user. */
  Run run(String... arguments) throws Exception {
    return run(launcher(), Path.of(environment.get("HOME")), arguments);
  }

  /** Runs the launcher under this name, from this directory. */
  Run run(Path launcher, Path from, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(before);
    command.add(launcher.toString());
    command.addAll(List.of(arguments));
    return execute(command, from, environment);
  }

  private static Run execute(List<String> command, Path from, Map<String, String> environment)
      throws Exception {
    Path out = Files.createTempFile("isogauge", "out");
    Path err = Files.createTempFile("isogauge", "err");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(from.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(command + " does not end: " + Files.readString(err, UTF_8));
      }
      return new Run(
          process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
