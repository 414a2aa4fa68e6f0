package dev.isogauge.collect.jvm;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;

/** Three nodes; downloads ZooKeeper: profile {@code extras}. */
@Tag("extras")
class ZooKeeperContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "zookeeper";
  }
}
