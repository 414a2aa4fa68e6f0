package dev.isogauge.collect.etcd;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.DatabaseContract;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Downloads a server where none is installed: profile {@code extras}. */
@Tag("extras")
class EtcdContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "etcd";
  }

  @Test
  void anUnknownSettingIsToldInItsWords() {
    DatabaseOptions options = OPTIONS.withSettings(Map.of("nonsense", "1"));
    assertThatThrownBy(() -> Databases.open("etcd", options))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("etcd does not start")
        .hasMessageContaining("nonsense");
  }
}
