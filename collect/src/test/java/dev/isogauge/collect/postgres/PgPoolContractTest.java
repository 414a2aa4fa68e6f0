package dev.isogauge.collect.postgres;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;

/** Downloads pgpool-II: profile {@code extras}. */
@Tag("extras")
class PgPoolContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "pgpool";
  }
}
