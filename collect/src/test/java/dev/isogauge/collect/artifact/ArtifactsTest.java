package dev.isogauge.collect.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.DatabaseException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactsTest {
  private static final Coordinates JAR = new Coordinates("org.example", "thing", "1.2");

  @TempDir Path repository;
  @TempDir Path cache;
  private final List<String> notices = new ArrayList<>();

  private Artifacts artifacts() {
    return new Artifacts(repository, cache, notices::add);
  }

  @Test
  void theLocalRepositoryComesFirst() throws Exception {
    Files.createFile(cache.resolve("thing-1.2.jar"));
    assertThat(artifacts().jar(JAR)).isEqualTo(cache.resolve("thing-1.2.jar"));
    Path local = repository.resolve("org/example/thing/1.2/thing-1.2.jar");
    Files.createDirectories(local.getParent());
    Files.createFile(local);
    assertThat(artifacts().jar(JAR)).isEqualTo(local);
    assertThat(notices).isEmpty();
  }

  @Test
  void whereNothingMayBeFetchedItSaysWhatIsMissing() {
    String before = System.setProperty("isogauge.offline", "true");
    try {
      assertThatThrownBy(() -> artifacts().jar(JAR))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("org.example:thing:1.2")
          .hasMessageContaining(cache.resolve("thing-1.2.jar").toString());
    } finally {
      System.setProperty("isogauge.offline", before == null ? "false" : before);
    }
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
      assertThat(Versions.of(name)).matches("\\d+\\.[\\d.]+");
    }
  }
}
