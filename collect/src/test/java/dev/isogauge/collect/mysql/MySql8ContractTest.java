package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;

/** Downloads a server of 553 MB: profile {@code extras}. */
@Tag("extras")
class MySql8ContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "mysql:8.0";
  }
}
