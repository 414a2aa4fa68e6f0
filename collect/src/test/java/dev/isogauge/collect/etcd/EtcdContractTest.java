package dev.isogauge.collect.etcd;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;

/** Downloads a server where none is installed: profile {@code extras}. */
@Tag("extras")
class EtcdContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "etcd";
  }
}
