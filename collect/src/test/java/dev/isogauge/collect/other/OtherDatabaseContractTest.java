package dev.isogauge.collect.other;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseContract;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.collect.catalog.Databases;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** H2's jar as a driver that the user brings. */
class OtherDatabaseContractTest extends DatabaseContract {
  private static final String KEPT = ";DB_CLOSE_DELAY=-1";

  @Override
  protected String name() {
    return "jdbc:h2:mem:other";
  }

  @Override
  protected Topology topology() {
    try {
      Path jar = new Artifacts(notice -> {}).jar("com.h2database:h2:" + DefaultVersions.of("h2"));
      return Topology.USUAL.withDriverJars(List.of(jar));
    } catch (DatabaseException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void tablesOfOthersAreNeverTouched() throws Exception {
    String url = "jdbc:h2:mem:theirs" + KEPT;
    Topology topology = topology();
    try (Database first = Databases.open(url, topology, DatabaseOptions.defaults())) {
      DatabaseOptions force = DatabaseOptions.defaults().withReplaceTables(true);
      assertThatThrownBy(() -> Databases.open(url, topology, force))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("already exists");
      assertThat(first.administer("SELECT count(*) FROM items").text()).isEqualTo("0");
    }
    try (Database again = Databases.open(url, topology, DatabaseOptions.defaults())) {
      assertThat(again.administer("SELECT count(*) FROM items").text()).isEqualTo("0");
    }
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThatThrownBy(() -> Databases.systems("h2", topology(), Map.of()))
        .hasMessageContaining("expected a JDBC URL");
    assertThatThrownBy(
            () ->
                Databases.systems(
                    name(),
                    Topology.USUAL.withDriverJars(List.of(Path.of("no-such.jar"))),
                    Map.of()))
        .hasMessageContaining("there is no driver no-such.jar");
    assertThatThrownBy(
            () -> Databases.open("jdbc:unknown:x", topology(), DatabaseOptions.defaults()))
        .hasMessageContaining("knows such a URL");
  }
}
