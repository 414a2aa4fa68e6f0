package dev.isogauge.collect.etcd;

import dev.isogauge.collect.DatabaseContract;
import dev.isogauge.collect.Topology;
import org.junit.jupiter.api.Tag;

/** Three members; downloads them where they are not installed: profile {@code extras}. */
@Tag("extras")
class EtcdClusterContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "etcd";
  }

  @Override
  protected Topology topology() {
    return Topology.USUAL.withNodes(3);
  }
}
