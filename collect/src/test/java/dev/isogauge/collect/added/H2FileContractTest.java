package dev.isogauge.collect.added;

import dev.isogauge.collect.DatabaseContract;

/** A class, this test and a line for the service loader are enough. */
class H2FileContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "h2-file";
  }
}
