package dev.isogauge.collect.jvm;

import org.junit.jupiter.api.Tag;

/** Three nodes; downloads ZooKeeper: profile {@code extras}. */
@Tag("extras")
class ZooKeeperContractTest extends JvmContract {
  @Override
  protected String name() {
    return "zookeeper";
  }
}
