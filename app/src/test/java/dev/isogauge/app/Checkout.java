package dev.isogauge.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A copy of this checkout with the launcher and the poms, and next to nothing else: Maven, Java and
 * the tools that the launcher calls write down how they are called.
 */
final class Checkout {
  private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");
  private static final int SECONDS = 60;
  private static final String NOBODY = "65534";

  /** What the launcher calls, apart from {@code flock}. */
  private static final List<String> TOOLS =
      List.of(
          "bash",
          "cp",
          "find",
          "grep",
          "ln",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sh",
          "sleep",
          "tee",
          "touch");

  private final Path directory;
  private final Map<String, String> environment = new TreeMap<>();
  private final List<String> before = new ArrayList<>();

  Checkout(Path directory) throws IOException {
    this.directory = directory;
    Path source = CommandRun.root();
    Files.createDirectories(root());
    Files.copy(source.resolve("isogauge"), root().resolve("isogauge"));
    Files.copy(source.resolve("pom.xml"), root().resolve("pom.xml"));
    Path scripts = Path.of("app/src/main/launcher");
    Files.createDirectories(root().resolve(scripts));
    for (String name : List.of("isogauge", "service.options")) {
      Path script = scripts.resolve(name);
      Files.copy(source.resolve(script), root().resolve(script));
    }
    for (String module : modules()) {
      Files.createDirectories(root().resolve(module).resolve("src/main/java"));
      Files.writeString(source(module), "class A {}");
      Files.copy(
          source.resolve(module).resolve("pom.xml"), root().resolve(module).resolve("pom.xml"));
    }
    for (String tool : TOOLS) {
      link(tool);
    }
    script(
        "mvn",
        "echo mvn >>\"$CALLS\"; echo '[INFO] Building Isogauge core 1.0.0-rc1     [2/7]'; sleep \"${BUILD_SECONDS:-0}\"; [ -z \"${BUILD_FAILS:-}\" ]"
            + " || { echo '[ERROR] cannot build'; exit 1; }; echo jar >app/target/isogauge.jar;"
            + " case \" $*\" in *app,flink*) echo job >flink/target/isogauge-flink.jar;; esac");
    Files.createDirectories(root().resolve("flink/target"));
    Files.createDirectories(directory.resolve("calls.d"));
    environment.put("CALLS", directory.resolve("calls.d/calls").toString());
    environment.put("PATH", tools().toString());
    environment.put("XDG_CACHE_HOME", cache().toString());
    environment.put("HOME", directory.resolve("home").toString());
    java("jdk");
  }

  Path root() {
    return directory.resolve("checkout");
  }

  Path cache() {
    return directory.resolve("cache");
  }

  Path lock() {
    return root().resolve("app/target/launcher/owner");
  }

  Path source(String module) {
    return root().resolve(module).resolve("src/main/java/A.java");
  }

  private Path tools() {
    return directory.resolve("tools");
  }

  /** The modules of the root's pom. */
  List<String> modules() throws IOException {
    return MODULE
        .matcher(Files.readString(root().resolve("pom.xml")))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  Checkout with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Adds a tool of this machine. */
  Checkout link(String tool) throws IOException {
    Path found =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .map(path -> Path.of(path, tool))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    assumeTrue(found != null, "no " + tool + " here");
    if (List.of("find", "readlink", "mkdir", "ln", "mv", "rm").contains(tool)) {
      script(tool, "echo " + tool + " >>\"$CALLS\"; exec " + found + " \"$@\"");
    } else {
      Files.createDirectories(tools());
      Files.createSymbolicLink(tools().resolve(tool), found);
    }
    return this;
  }

  private void script(String name, String body) throws IOException {
    Files.createDirectories(tools());
    executable(tools().resolve(name), body);
  }

  private static void executable(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/bash\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Uses a Java of this name, which makes archives and otherwise exits with JAVA_EXIT. */
  Checkout java(String name) throws IOException {
    Path home = directory.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.9\"\n");
    executable(
        home.resolve("bin/java"),
        """
        case "$*" in
          *DumpLoadedClassList*) echo rehearse >>"$CALLS"; exit 0 ;;
          *-Xshare:dump*)
            echo dump >>"$CALLS"
            [ -z "${DUMP_FAILS:-}" ] || exit 1
            for option; do
              case $option in -XX:SharedArchiveFile=*) echo archive >"${option#*=}" || exit 1 ;; esac
            done ;;
          *) echo "$@"; exit "${JAVA_EXIT:-0}" ;;
        esac""");
    return with("JAVA_HOME", home.toString());
  }

  /** Takes the right to write in the checkout away, from root too: another user runs it then. */
  void makeReadOnly() throws IOException {
    setWritable(root(), false);
    openFor(directory);
    Files.createDirectories(cache());
    if (isRoot()) {
      link("setpriv");
      before.addAll(List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"));
      for (Path shared : List.of(cache(), directory.resolve("calls.d"))) {
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
      }
      try (Stream<Path> calls = Files.list(directory.resolve("calls.d"))) {
        for (Path file : calls.toList()) {
          Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        }
      }
    }
  }

  void makeWritable() throws IOException {
    setWritable(root(), true);
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static void openFor(Path path) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
    permissions.addAll(PosixFilePermissions.fromString("r-xr-xr-x"));
    Files.setPosixFilePermissions(path, permissions);
  }

  private static void setWritable(Path below, boolean writable) throws IOException {
    try (Stream<Path> all = Files.walk(below, new FileVisitOption[0])) {
      for (Path path : all.toList()) {
        if (Files.isDirectory(path)) {
          Files.setPosixFilePermissions(
              path, PosixFilePermissions.fromString(writable ? "rwxr-xr-x" : "r-xr-xr-x"));
        }
      }
    }
  }

  /** Makes a file look changed after everything that was made until now. */
  static void change(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(5)));
  }

  /** Runs the launcher. */
  CommandRun run(String... arguments) throws IOException, InterruptedException {
    return ended(start("1", arguments), "1");
  }

  /** Starts the launcher; its output goes to files of this name. */
  Process start(String name, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(List.of("/bin/bash", root().resolve("isogauge").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder process =
        new ProcessBuilder(command)
            .directory(root().toFile())
            .redirectOutput(out(name).toFile())
            .redirectError(err(name).toFile());
    process.environment().clear();
    process.environment().putAll(environment);
    return process.start();
  }

  CommandRun ended(Process process, String name) throws IOException, InterruptedException {
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the launcher does not end: " + Files.readString(err(name)));
    }
    return new CommandRun(
        process.exitValue(),
        Files.readString(out(name), UTF_8),
        Files.readString(err(name), UTF_8));
  }

  private Path out(String name) {
    return directory.resolve("out" + name);
  }

  private Path err(String name) {
    return directory.resolve("err" + name);
  }

  /** Waits for the archive that a launcher makes in the background, in a directory. */
  void archived(Path below) throws IOException, InterruptedException {
    for (int i = 0; i < SECONDS * 10; i++) {
      if (Files.isDirectory(below)) {
        try (Stream<Path> files = Files.walk(below)) {
          List<String> names = files.map(Path::toString).toList();
          if (names.stream().anyMatch(name -> name.endsWith(".jsa"))
              && names.stream().noneMatch(name -> name.endsWith(".new"))) {
            return;
          }
        } catch (UncheckedIOException e) {
          // A file went while it was listed.
        }
      }
      Thread.sleep(100);
    }
    throw new AssertionError("no archive is made below " + below);
  }

  /** Waits for the archive beside the program. */
  void archived() throws IOException, InterruptedException {
    archived(lock().getParent());
  }

  /** What was called since this was asked last. */
  List<String> calls() throws IOException {
    Path calls = Path.of(environment.get("CALLS"));
    List<String> made = Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    Files.writeString(calls, "");
    return made;
  }
}
