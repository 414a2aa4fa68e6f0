package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;

/** Downloads a server where none is installed: profile {@code mariadb}. */
@Tag("mariadb")
class MariaDbContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "mariadb";
  }
}
