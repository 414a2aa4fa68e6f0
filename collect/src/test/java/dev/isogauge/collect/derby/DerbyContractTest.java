package dev.isogauge.collect.derby;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.DatabaseContract;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Databases;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DerbyContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "derby";
  }

  @Test
  void settingsAreRefused() {
    DatabaseOptions options = OPTIONS.withSettings(Map.of("derby.locks.monitor", "true"));
    assertThatThrownBy(() -> Databases.open("derby", options))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("derby takes no settings; found [derby.locks.monitor]");
  }
}
