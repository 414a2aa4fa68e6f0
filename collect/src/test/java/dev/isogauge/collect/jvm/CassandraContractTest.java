package dev.isogauge.collect.jvm;

import org.junit.jupiter.api.Tag;

/** Three nodes; downloads Cassandra: profile {@code extras}. */
@Tag("extras")
class CassandraContractTest extends JvmContract {
  @Override
  protected String name() {
    return "cassandra";
  }
}
