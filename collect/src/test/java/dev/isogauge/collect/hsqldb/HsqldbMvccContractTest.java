package dev.isogauge.collect.hsqldb;

import dev.isogauge.collect.DatabaseContract;

class HsqldbMvccContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "hsqldb:mvcc";
  }
}
