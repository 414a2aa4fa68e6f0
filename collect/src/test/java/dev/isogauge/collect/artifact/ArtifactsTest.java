package dev.isogauge.collect.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.DatabaseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactsTest {
  private static final Coordinates JAR = Coordinates.of("org.example:thing:1.2");
  private static final Coordinates NEEDED = Coordinates.of("org.example:part:3");

  @TempDir Path repository;
  @TempDir Path downloads;
  private final List<String> fetched = new ArrayList<>();
  private String served = "thing";

  private Artifacts artifacts(LockFile lock, boolean offline) {
    return new Artifacts(repository, downloads, offline, lock, this::fetch, notice -> {});
  }

  private List<Path> fetch(List<String> coordinates, Path into, Consumer<String> notices)
      throws IOException {
    List<Path> files = new ArrayList<>();
    for (String each : coordinates) {
      fetched.add(each);
      files.add(write(into, Coordinates.of(each), served));
    }
    return files;
  }

  private static Path write(Path root, Coordinates jar, String content) throws IOException {
    Path file = root.resolve(jar.path());
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  /** Pins these jars as files with these contents. */
  private LockFile pin(String... coordinatesAndContents) throws IOException {
    StringBuilder text = new StringBuilder("# comment\n");
    for (int i = 0; i < coordinatesAndContents.length; i += 2) {
      Path file = Files.writeString(downloads.resolve("content"), coordinatesAndContents[i + 1]);
      text.append(i == 0 ? "" : "  ")
          .append(coordinatesAndContents[i] + " " + LockFile.sha256(file) + "\n");
    }
    return LockFile.parse(text.toString());
  }

  @Test
  void theLocalRepositoryComesFirst() throws Exception {
    LockFile none = LockFile.parse("");
    Path downloaded = write(downloads, JAR, "x");
    assertThat(artifacts(none, false).jar(JAR.toString())).isEqualTo(downloaded);
    Path local = write(repository, JAR, "x");
    assertThat(artifacts(none, false).jar(JAR.toString())).isEqualTo(local);
    assertThat(fetched).isEmpty();
  }

  @Test
  void whatIsMissingIsFetchedWithWhatItNeeds() throws Exception {
    LockFile lock = pin("org.example:thing:1.2", "thing", "org.example:part:3", "thing");
    assertThat(artifacts(lock, false).jars(JAR.toString()))
        .containsExactly(downloads.resolve(JAR.path()), downloads.resolve(NEEDED.path()));
    assertThat(fetched).containsExactly("org.example:thing:1.2", "org.example:part:3");
    artifacts(lock, true).jars(JAR.toString());
    assertThat(fetched).hasSize(2);
  }

  @Test
  void whereNothingMayBeFetchedItSaysWhatIsMissing() {
    assertThatThrownBy(() -> artifacts(LockFile.parse(""), true).jar(JAR.toString()))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("org.example:thing:1.2")
        .hasMessageContaining(downloads.resolve(JAR.path()).toString());
    assertThat(fetched).isEmpty();
  }

  @Test
  void aDownloadThatIsNotThePinnedOneIsRefusedAndRemoved() throws Exception {
    LockFile lock = pin("org.example:thing:1.2", "thing");
    served = "something else";
    assertThatThrownBy(() -> artifacts(lock, false).jars(JAR.toString()))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("SHA-256")
        .hasMessageContaining(lock.closure(JAR).get(0).sha256())
        .hasMessageContaining("has been removed");
    assertThat(downloads.resolve(JAR.path())).doesNotExist();
    served = "thing";
    assertThat(artifacts(lock, false).jars(JAR.toString())).hasSize(1);
  }

  @Test
  void aJarOfTheLocalRepositoryIsCheckedTooAndLeftAlone() throws Exception {
    LockFile lock = pin("org.example:thing:1.2", "thing");
    Path local = write(repository, JAR, "thinG");
    assertThatThrownBy(() -> artifacts(lock, false).jars(JAR.toString()))
        .hasMessageContaining(local.toString())
        .hasMessageContaining("remove it and try again");
    assertThat(local).hasContent("thinG");
    assertThat(fetched).isEmpty();
  }

  @Test
  void aFetchThatFailsSaysWhatToDo() {
    Fetcher unreachable =
        (coordinates, into, notices) -> {
          throw new IOException("no route to host");
        };
    Artifacts artifacts =
        new Artifacts(repository, downloads, false, LockFile.parse(""), unreachable, notice -> {});
    assertThatThrownBy(() -> artifacts.jar(JAR.toString()))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("org.example:thing:1.2: no route to host")
        .hasMessageContaining("settings.xml")
        .hasMessageContaining(downloads.resolve(JAR.path()).toString());
  }

  @Test
  void everyDefaultVersionIsKnown() {
    for (String name :
        List.of(
            "h2",
            "hsqldb",
            "derby",
            "sqlite",
            "postgres",
            "postgres.driver",
            "mariadb.driver",
            "duckdb",
            "rocksdb")) {
      assertThat(DefaultVersions.of(name)).matches("\\d+\\.[\\d.]+");
    }
  }
}
