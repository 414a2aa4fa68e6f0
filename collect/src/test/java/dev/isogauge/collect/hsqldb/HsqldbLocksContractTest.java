package dev.isogauge.collect.hsqldb;

import dev.isogauge.collect.DatabaseContract;

class HsqldbLocksContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "hsqldb:locks";
  }
}
