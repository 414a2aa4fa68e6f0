package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;

/** Downloads a server of 149 MB: profile {@code extras}. */
@Tag("extras")
class MariaDb11ContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "mariadb:11.4";
  }
}
