package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;

/** Three members that all take writes; downloads a server of 553 MB: profile {@code extras}. */
@Tag("extras")
class GroupContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "mysql-group:multi-primary";
  }
}
