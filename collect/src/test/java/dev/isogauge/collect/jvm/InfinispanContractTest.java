package dev.isogauge.collect.jvm;

import org.junit.jupiter.api.Tag;

/** Three nodes; downloads Infinispan: profile {@code extras}. */
@Tag("extras")
class InfinispanContractTest extends JvmContract {
  @Override
  protected String name() {
    return "infinispan";
  }
}
