package dev.isogauge.collect.h2;

import dev.isogauge.collect.DatabaseContract;

/** Another version, side by side with the default one. */
class OlderH2ContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "h2:2.1.214";
  }
}
