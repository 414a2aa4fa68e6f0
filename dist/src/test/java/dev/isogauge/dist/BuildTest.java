package dev.isogauge.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two builds in different places, time zones and locales give the same files, and what {@code mvn
 * install} leaves in a repository is enough for another project. With -Pthorough: Maven builds
 * everything twice. The local repository of this build stands for a remote one.
 */
class BuildTest {
  private static final Path ROOT = Path.of(System.getProperty("isogauge.root"));
  private static final Path REPOSITORY = Path.of(System.getProperty("isogauge.repository"));
  private static final int MINUTES = 20;

  @TempDir Path directory;

  @BeforeEach
  void onlyThorough() {
    assumeTrue("thorough".equals(System.getProperty("isogauge.test.size")), "needs -Pthorough");
  }

  @Test
  void buildsAreTheSameAndCanBeUsed() throws Exception {
    Path one = copy("one");
    Path two = copy("two/with a longer name");
    // This one fetches what only a release needs, so that the other finds it.
    maven(
        two,
        Map.of("TZ", "Asia/Tokyo", "LC_ALL", "C"),
        "-Dmaven.repo.local=" + REPOSITORY,
        "-Prelease",
        "package");
    apart(one, Map.of("TZ", "UTC"), "-Prelease", "install");

    Map<String, String> built = artifacts(one);
    assertThat(built.keySet())
        .anyMatch(name -> name.matches("dist/target/isogauge-[^/]*\\.zip"))
        .anyMatch(name -> name.endsWith(".cdx.json"))
        .anyMatch(name -> name.matches("core/.*-sources.jar"))
        .anyMatch(name -> name.matches("core/.*-javadoc.jar"));
    assertThat(artifacts(two)).isEqualTo(built);

    usesTheLibrary();
  }

  private void usesTheLibrary() throws Exception {
    Path project = Files.createDirectories(directory.resolve("outside"));
    Files.writeString(
        project.resolve("pom.xml"),
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>org.example</groupId>
          <artifactId>outside</artifactId>
          <version>1</version>
          <properties>
            <maven.compiler.release>17</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>
          <dependencies>
            <dependency>
              <groupId>dev.isogauge</groupId>
              <artifactId>isogauge-core</artifactId>
              <version>%s</version>
            </dependency>
            <dependency>
              <groupId>dev.isogauge</groupId>
              <artifactId>isogauge-collect</artifactId>
              <version>%s</version>
            </dependency>
          </dependencies>
          <build>
            <plugins>
              <plugin>
                <artifactId>maven-compiler-plugin</artifactId>
                <version>3.16.0</version>
              </plugin>
              <plugin>
                <artifactId>maven-resources-plugin</artifactId>
                <version>3.3.1</version>
              </plugin>
            </plugins>
          </build>
        </project>
        """
            .formatted(version(), version()));
    Path source = Files.createDirectories(project.resolve("src/main/java"));
    Files.writeString(
        source.resolve("Uses.java"),
        """
        class Uses {
          dev.isogauge.level.IsolationLevel level = dev.isogauge.level.IsolationLevel.SERIALIZABILITY;
          Object databases = dev.isogauge.collect.catalog.Databases.known();
        }
        """);
    apart(project, Map.of(), "compile");
    assertThat(project.resolve("target/classes/Uses.class")).exists();
  }

  private static String version() {
    String zip = Path.of(System.getProperty("isogauge.zip")).getFileName().toString();
    return zip.substring("isogauge-".length(), zip.length() - ".zip".length());
  }

  /** The sources of this checkout, without what was built. */
  private Path copy(String name) throws IOException {
    Path target = directory.resolve(name);
    try (Stream<Path> all = Files.walk(ROOT)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        String relative = ROOT.relativize(path).toString();
        if (!relative.matches("(.*/)?target/.*|\\.git(/.*)?")) {
          Path copy = target.resolve(relative);
          Files.createDirectories(copy.getParent());
          Files.copy(path, copy);
        }
      }
    }
    return target;
  }

  /** Builds with a repository that is empty at first, and fills from that of this build. */
  private void apart(Path project, Map<String, String> environment, String... arguments)
      throws Exception {
    Path settings = directory.resolve("settings.xml");
    Files.writeString(
        settings,
        "<settings><mirrors><mirror><id>near</id><mirrorOf>*</mirrorOf><url>"
            + REPOSITORY.toUri()
            + "</url></mirror></mirrors></settings>");
    List<String> all =
        new ArrayList<>(
            List.of(
                "-s",
                settings.toString(),
                "-Dmaven.repo.local=" + directory.resolve("repository")));
    all.addAll(List.of(arguments));
    maven(project, environment, all.toArray(String[]::new));
  }

  private void maven(Path project, Map<String, String> environment, String... arguments)
      throws Exception {
    List<String> command =
        new ArrayList<>(List.of("mvn", "-B", "-q", "-DskipTests", "-DskipLint", "-DskipDatabases"));
    command.addAll(List.of(arguments));
    Path log = directory.resolve("log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(log)).isZero();
  }

  /** What is published, by checksum. */
  private static Map<String, String> artifacts(Path root) throws Exception {
    Map<String, String> checksums = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        String name = root.relativize(path).toString();
        if (name.matches("[a-z]+/target/[^/]*\\.(jar|zip|json)") && !name.contains("-tests")) {
          byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(path));
          checksums.put(name, HexFormat.of().formatHex(digest));
        }
      }
    }
    return checksums;
  }
}
