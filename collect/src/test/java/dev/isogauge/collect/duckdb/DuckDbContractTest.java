package dev.isogauge.collect.duckdb;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;

/** Downloads a driver of 79 MB: profile {@code extras}. */
@Tag("extras")
class DuckDbContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "duckdb";
  }
}
