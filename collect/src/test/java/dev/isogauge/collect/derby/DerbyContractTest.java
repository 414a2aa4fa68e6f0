package dev.isogauge.collect.derby;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.DatabaseContract;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.catalog.Databases;
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
        .isInstanceOf(UnknownNameException.class)
        .hasMessage("unknown setting of derby 'derby.locks.monitor'; there are none");
  }
}
