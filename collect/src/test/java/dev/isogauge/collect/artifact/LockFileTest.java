package dev.isogauge.collect.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.collect.added.H2File;
import dev.isogauge.collect.artifact.LockFile.Pinned;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.derby.Derby;
import dev.isogauge.fetch.MavenRepositories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The lock file is up to date; with {@code -Disogauge.lock=renew} it is written anew, and with
 * {@code -Disogauge.lock=add} what it lacks is added.
 */
class LockFileTest {
  private static final Path FILE =
      Path.of(
          System.getProperty("isogauge.root"),
          "collect/src/main/resources/dev/isogauge/collect/artifact/artifacts.lock");

  private static final String HEADER =
      """
      # SHA-256 checksums of the jars that Isogauge fetches, and, indented, of what these need.
      # Generated; DEVELOPMENT.md says how.
      """;

  @Test
  void allThatIsUsedByDefaultIsPinned() throws IOException {
    LockFile lock = LockFile.parse(Files.readString(FILE));
    assertThat(lock.closures().keySet())
        .as("renew the lock file as DEVELOPMENT.md says")
        .containsExactlyElementsOf(pinned());
    assertThat(lock.closures().values())
        .allSatisfy(
            jars -> assertThat(jars).allSatisfy(jar -> assertThat(jar.sha256()).hasSize(64)));
  }

  @Test
  void whatAJarNeedsComesAfterIt() {
    assertThat(LockFile.own().closure(Coordinates.of(new Derby().jar(""))))
        .extracting(jar -> jar.coordinates().artifact())
        .containsExactly("derby", "derbyshared");
  }

  @Test
  void renew() throws IOException {
    String asked = System.getProperty("isogauge.lock", "");
    assumeTrue(List.of("renew", "add").contains(asked), "not asked to");
    String old = Files.readString(FILE);
    Files.writeString(FILE, generate(old, asked.equals("add")));
  }

  /** With -Pthorough the repositories still hold what is pinned. */
  @Test
  void theRepositoriesHoldWhatIsPinned() throws IOException {
    assumeTrue("thorough".equals(System.getProperty("isogauge.test.size")), "needs -Pthorough");
    String pinned = Files.readString(FILE);
    assertThat(generate(pinned, false)).isEqualTo(pinned);
  }

  @Test
  void aReleasedJarNeverChanges() {
    String old = "a:b:1 00\n";
    assertThatThrownBy(() -> line(known(old), new Pinned(Coordinates.of("a:b:1"), "11")))
        .hasMessageContaining("a:b:1")
        .hasMessageContaining("00");
    assertThat(line(known(old), new Pinned(Coordinates.of("a:b:2"), "11"))).isEqualTo("a:b:2 11\n");
  }

  /** What providers and Flink fetch unless another version is asked for. */
  private static List<Coordinates> pinned() {
    return Stream.of(
            Databases.known().stream()
                .filter(provider -> !(provider instanceof H2File)) // Of the tests.
                .flatMap(provider -> provider.jars().stream()),
            FlinkJars.cluster().stream(),
            Stream.of(FlinkJars.rocksDb()))
        .flatMap(jars -> jars)
        .distinct()
        .map(Coordinates::of)
        .toList();
  }

  private static String generate(String old, boolean keep) throws IOException {
    StringBuilder text = new StringBuilder(HEADER);
    Map<Coordinates, List<Pinned>> kept = keep ? LockFile.parse(old).closures() : Map.of();
    Path downloads = ArtifactSettings.cache().resolve("repository");
    try (MavenRepositories repositories = new MavenRepositories(downloads, LockFileTest::show)) {
      for (Coordinates root : pinned()) {
        List<Pinned> closure =
            kept.containsKey(root) ? kept.get(root) : closure(repositories, root);
        String indent = "";
        for (Pinned jar : closure) {
          text.append(indent).append(line(known(old), jar));
          indent = "  ";
        }
      }
    }
    return text.toString();
  }

  private static List<Pinned> closure(MavenRepositories repositories, Coordinates root)
      throws IOException {
    List<Pinned> closure = new ArrayList<>();
    if (!root.classifier().isEmpty()) { // An archive of programs, which needs no jars.
      Path downloads = ArtifactSettings.cache().resolve("repository");
      Path file =
          MavenRepositories.fetch(List.of(root.toString()), downloads, LockFileTest::show).get(0);
      return List.of(new Pinned(root, LockFile.sha256(file)));
    }
    for (MavenRepositories.Jar jar : repositories.closure(root.toString())) {
      closure.add(new Pinned(Coordinates.of(jar.coordinates()), LockFile.sha256(jar.file())));
    }
    return closure;
  }

  private static void show(String notice) {
    System.out.println(notice);
  }

  private static Map<Coordinates, String> known(String lock) {
    Map<Coordinates, String> known = new HashMap<>();
    for (List<Pinned> closure : LockFile.parse(lock).closures().values()) {
      closure.forEach(jar -> known.put(jar.coordinates(), jar.sha256()));
    }
    return known;
  }

  /** Refuses another checksum for the version that was pinned before: releases never change. */
  private static String line(Map<Coordinates, String> known, Pinned jar) {
    String before = known.getOrDefault(jar.coordinates(), jar.sha256());
    if (!before.equals(jar.sha256())) {
      throw new AssertionError(jar + " was pinned as " + before + "; find out why it has changed");
    }
    return jar.coordinates() + " " + jar.sha256() + "\n";
  }
}
