package dev.isogauge.collect.sqlite;

import dev.isogauge.collect.DatabaseContract;

class SqliteContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "sqlite";
  }
}
