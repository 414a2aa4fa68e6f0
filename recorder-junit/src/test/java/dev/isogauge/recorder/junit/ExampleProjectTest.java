package dev.isogauge.recorder.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example project, and what docs/recording.md shows of it. */
class ExampleProjectTest {
  private static final Path ROOT = Path.of(System.getProperty("isogauge.root"));
  private static final Path EXAMPLE = ROOT.resolve("examples/junit");

  @TempDir Path directory;

  /** The document's XML and its first two blocks of Java are in the example. */
  @Test
  void theDocumentShowsTheExample() throws IOException {
    String document = Files.readString(ROOT.resolve("docs/recording.md"));
    String example =
        Files.readString(EXAMPLE.resolve("pom.xml"))
            + Files.readString(
                EXAMPLE.resolve("src/test/java/org/example/bank/AccountDaoTest.java"))
            + Files.readString(EXAMPLE.resolve("src/main/java/org/example/bank/AccountDao.java"));
    int found = 0;
    for (String block : blocks(document, "xml")) {
      assertThat(flat(example)).contains(flat(block));
      found++;
    }
    List<String> java = blocks(document, "java");
    assertThat(flat(example)).contains(flat(java.get(0)), flat(java.get(1)));
    assertThat(found).isPositive();
  }

  private static List<String> blocks(String document, String language) {
    List<String> blocks = new ArrayList<>();
    String fence = "```" + language + "\n";
    int begin = document.indexOf(fence);
    while (begin >= 0) {
      int end = document.indexOf("```", begin + fence.length());
      blocks.add(document.substring(begin + fence.length(), end));
      begin = document.indexOf(fence, end);
    }
    return blocks;
  }

  private static String flat(String text) {
    return text.replaceAll("\\s+", "");
  }

  /**
   * Installs the modules into a repository of their own, and runs the example outside the checkout,
   * with both versions of Jupiter. With -Pthorough: Maven runs four times.
   */
  @Test
  void theExampleFailsAsDocumented() throws Exception {
    assumeTrue("thorough".equals(System.getProperty("isogauge.test.size")), "needs -Pthorough");
    Path sources = copy(ROOT, directory.resolve("isogauge"));
    assertThat(
            maven(
                sources,
                "-DskipTests",
                "-DskipLint",
                "-DskipDatabases",
                "-Djapicmp.skip",
                "-pl",
                "recorder-junit,recorder-jdbc",
                "-am",
                "install"))
        .isEmpty();
    Path project = copy(EXAMPLE, directory.resolve("my bank"));
    for (String junit : List.of("5.14.4", "6.1.3")) {
      assertThat(maven(project, "-Djunit.version=" + junit, "test"))
          .contains(
              "snapshot-isolation is violated:",
              "accounts.balance/",
              "history: ",
              "report:  file:");
    }
    assertThat(
            project.resolve("target/isogauge/org.example.bank.AccountDaoTest.noMoneyIsLost.html"))
        .exists();
    // At REPEATABLE READ H2 keeps the promise.
    assertThat(maven(project, "-DargLine=-Disolation=4", "test")).isEmpty();
  }

  private static Path copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        String relative = from.relativize(path).toString();
        if (!relative.matches("(.*/)?target/.*|\\.git(/.*)?")) {
          Path copy = to.resolve(relative);
          Files.createDirectories(copy.getParent());
          Files.copy(path, copy);
        }
      }
    }
    return to;
  }

  /** What Maven prints if it fails; nothing otherwise. It looks in the repository of this build. */
  private String maven(Path project, String... arguments) throws Exception {
    Path settings = directory.resolve("settings.xml");
    String repository =
        "<id>near</id><url>"
            + Path.of(System.getProperty("isogauge.repository")).toUri()
            + "</url><releases><checksumPolicy>ignore</checksumPolicy></releases>";
    Files.writeString(
        settings,
        "<settings><activeProfiles><activeProfile>near</activeProfile></activeProfiles>"
            + "<profiles><profile><id>near</id><repositories><repository>"
            + repository
            + "</repository></repositories><pluginRepositories><pluginRepository>"
            + repository
            + "</pluginRepository></pluginRepositories></profile></profiles></settings>");
    List<String> command =
        new ArrayList<>(
            List.of(
                "mvn",
                "-B",
                "-q",
                "-s",
                settings.toString(),
                "-Dmaven.repo.local=" + directory.resolve("repository")));
    command.addAll(List.of(arguments));
    Path log = directory.resolve("log");
    Process process =
        new ProcessBuilder(command)
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(process.waitFor(20, TimeUnit.MINUTES)).isTrue();
    return process.exitValue() == 0 ? "" : Files.readString(log);
  }
}
