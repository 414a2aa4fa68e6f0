package dev.isogauge.collect.derby;

import dev.isogauge.collect.DatabaseContract;

class DerbyContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "derby";
  }
}
