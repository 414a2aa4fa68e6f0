package dev.isogauge.collect.jvm;

import dev.isogauge.collect.DatabaseOptions;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** Three nodes; downloads Hazelcast: profile {@code extras}. */
@Tag("extras")
class HazelcastContractTest extends JvmContract {
  @Override
  protected String name() {
    return "hazelcast";
  }

  /** An eighth of it is the time of the whole transaction, and some here are long. */
  @Override
  protected DatabaseOptions options() {
    return OPTIONS.withLockTimeout(Duration.ofSeconds(160));
  }
}
