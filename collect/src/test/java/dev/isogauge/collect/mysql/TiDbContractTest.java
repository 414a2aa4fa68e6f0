package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** Builds a server, which takes ten minutes the first time: profile {@code extras}. */
@Tag("extras")
@Timeout(7200)
@EnabledIf(
    value = "dev.isogauge.collect.artifact.GoProgramsTest#isGoThere",
    disabledReason = "there is no go on the PATH")
class TiDbContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "tidb";
  }
}
