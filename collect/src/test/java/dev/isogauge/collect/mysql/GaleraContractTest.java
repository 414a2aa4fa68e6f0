package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;

/** Three members; downloads them where they are not installed: profile {@code mariadb}. */
@Tag("mariadb")
class GaleraContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "galera";
  }
}
