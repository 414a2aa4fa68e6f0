package dev.isogauge.collect.firebird;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;

/** Downloads a server and its driver: profile {@code extras}. */
@Tag("extras")
class FirebirdContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "firebird";
  }
}
