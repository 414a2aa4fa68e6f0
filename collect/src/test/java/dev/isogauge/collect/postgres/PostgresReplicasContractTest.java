package dev.isogauge.collect.postgres;

import dev.isogauge.collect.DatabaseContract;
import dev.isogauge.collect.Topology;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
class PostgresReplicasContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "postgres";
  }

  @Override
  protected Topology topology() {
    return Topology.USUAL.withReplicas(1);
  }
}
