package dev.isogauge.collect.postgres;

import dev.isogauge.collect.DatabaseContract;

class PostgresContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "postgres";
  }
}
