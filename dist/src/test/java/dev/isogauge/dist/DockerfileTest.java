package dev.isogauge.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the lines of the Dockerfile in a root of Debian of their own, with the Java of this build:
 * there is no daemon here that could build the image.
 */
class DockerfileTest {
  private static final Path ROOT = Path.of(System.getProperty("isogauge.root", ".."));
  private static final Path ZIP = Path.of(System.getProperty("isogauge.zip"));
  private static final int MINUTES = 10;

  @TempDir Path directory;
  private Path root;
  private String path = "/opt/java/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  @AfterEach
  void remove() throws Exception {
    if (root != null) {
      run(List.of("sh", "-c", "umount " + root + "/proc; rm -rf --one-file-system " + root));
    }
  }

  @Test
  void everyLineWorks() throws Exception {
    assumeTrue("thorough".equals(System.getProperty("isogauge.test.size")), "needs -Pthorough");
    assumeTrue("root".equals(System.getProperty("user.name")), "chroot needs root");
    assumeTrue(
        Files.isExecutable(Path.of("/usr/sbin/debootstrap")),
        "needs debootstrap: apt-get install debootstrap");
    root = directory.resolve("root");
    run(List.of("debootstrap", "--variant=minbase", "stable", root.toString()));
    // A link to sources that are not installed leads nowhere.
    Path java = root.resolve("opt/java");
    String copy = "cp -aL " + System.getProperty("java.home") + " " + java;
    run(List.of("sh", "-c", copy + "; test -x " + java + "/bin/java"));
    run(List.of("mount", "-t", "proc", "proc", root.resolve("proc").toString()));
    String entry = "";
    for (String line : lines()) {
      String rest = line.substring(line.indexOf(' ') + 1);
      switch (line.substring(0, line.indexOf(' '))) {
        case "RUN" -> inside(rest);
        case "COPY" -> copy(rest);
        case "ENV" -> path = rest.replaceFirst("^PATH=([^$]*)\\$PATH.*", "$1") + path;
        case "ENTRYPOINT" -> entry = rest.replaceAll("[\\[\\]\"]", "");
        case "FROM", "USER", "WORKDIR" -> {}
        default -> throw new AssertionError("a line of another kind: " + line);
      }
    }
    assertThat(entry).isEqualTo("isogauge");
    String user = "su isogauge -s /bin/sh -c ";
    assertThat(inside(user + "'PATH=" + path + " isogauge --version'")).startsWith("isogauge ");
    assertThat(root.resolve("opt/isogauge/lib")).isDirectoryContaining("glob:**.jsa");
  }

  /** The instructions, with what goes on in the next line. */
  private static List<String> lines() throws Exception {
    String text = Files.readString(ROOT.resolve("Dockerfile")).replaceAll("(?m)^#.*\n", "");
    return Arrays.stream(text.replace("\\\n", " ").split("\n"))
        .filter(line -> !line.isBlank())
        .toList();
  }

  /** Both stages share one root, so what is copied between them is there. */
  private void copy(String rest) throws Exception {
    if (!rest.startsWith("--from")) {
      assertThat(rest).isEqualTo("dist/target/isogauge-*.zip /tmp/isogauge.zip");
      Files.copy(ZIP, root.resolve("tmp/isogauge.zip"));
    }
  }

  private String inside(String script) throws Exception {
    return run(
        List.of(
            "chroot",
            root.toString(),
            "/usr/bin/env",
            "-i",
            "PATH=" + path,
            "HOME=/root",
            "sh",
            "-c",
            script));
  }

  private static String run(List<String> command) throws Exception {
    Path output = Files.createTempFile("isogauge", "output");
    try {
      Process process =
          new ProcessBuilder(new ArrayList<>(command))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
      process.destroyForcibly();
      try (Stream<String> said = Files.lines(output)) {
        String all = String.join("\n", said.toList());
        assertThat(ended).as("%s: %s", command, all).isTrue();
        assertThat(process.exitValue()).as("%s: %s", command, all).isZero();
        return all;
      }
    } finally {
      Files.delete(output);
    }
  }
}
