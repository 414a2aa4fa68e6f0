package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;

/**
 * Three members of which the first takes writes and whose others are read; downloads a server of
 * 553 MB: profile {@code extras}.
 */
@Tag("extras")
class GroupPrimaryContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "mysql-group";
  }
}
