package dev.isogauge.collect.jvm;

import dev.isogauge.collect.DatabaseOptions;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** Three nodes; downloads Ignite: profile {@code extras}. */
@Tag("extras")
class IgniteContractTest extends JvmContract {
  @Override
  protected String name() {
    return "ignite";
  }

  /** An eighth of it is the time of the whole transaction, and some here are long. */
  @Override
  protected DatabaseOptions options() {
    return OPTIONS.withLockTimeout(Duration.ofSeconds(160));
  }

  /** Its optimistic transactions are told of conflicts with what they read only. */
  @Override
  public boolean writesConflict() {
    return false;
  }
}
