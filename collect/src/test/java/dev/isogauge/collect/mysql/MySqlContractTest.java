package dev.isogauge.collect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.DatabaseContract;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Downloads a server from npm: profile {@code mariadb}. */
@Tag("mariadb")
class MySqlContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "mysql";
  }

  @Test
  void oldVersionsNameTheLevelOtherwise() {
    assertThat(List.of("5.6.24-log", "5.5.0", "5.7.9", "5.7.19")).allMatch(Family::isOld);
    assertThat(List.of("5.7.20", "5.7.44-log", "8.0.36", "8.4.0", "9.1.0"))
        .noneMatch(Family::isOld);
  }
}
