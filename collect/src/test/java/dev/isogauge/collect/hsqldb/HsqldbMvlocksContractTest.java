package dev.isogauge.collect.hsqldb;

import dev.isogauge.collect.DatabaseContract;

class HsqldbMvlocksContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "hsqldb:mvlocks";
  }
}
