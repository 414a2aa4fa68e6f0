package dev.isogauge.collect.h2;

import dev.isogauge.collect.DatabaseContract;

class H2ContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "h2";
  }
}
