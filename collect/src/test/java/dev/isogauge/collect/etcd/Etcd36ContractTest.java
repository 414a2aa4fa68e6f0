package dev.isogauge.collect.etcd;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** Builds a server: profile {@code extras}. */
@Tag("extras")
@Timeout(3600)
@EnabledIf(
    value = "dev.isogauge.collect.artifact.GoProgramsTest#isGoThere",
    disabledReason = "there is no go on the PATH")
class Etcd36ContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "etcd:3.6";
  }
}
