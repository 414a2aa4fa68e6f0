package dev.isogauge.collect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Settings of a server of our own. */
class OwnServerTest {
  @Test
  void thereIsRoomForTheSessionsOfARun() throws DatabaseException {
    DatabaseOptions options = DatabaseOptions.defaults().withSessions(1000);
    try (Database database = Databases.open("postgres", options)) {
      String most = database.administer("SHOW max_connections").text();
      assertThat(Integer.parseInt(most)).isGreaterThan(1000);
    }
  }

  @Test
  void aPortIsANumber() {
    DatabaseOptions options = DatabaseOptions.defaults().withSettings(Map.of("port", "high"));
    assertThatThrownBy(() -> Databases.open("postgres", options))
        .isInstanceOf(DatabaseException.class)
        .hasMessage("found the port 'high'; expected a number");
  }
}
