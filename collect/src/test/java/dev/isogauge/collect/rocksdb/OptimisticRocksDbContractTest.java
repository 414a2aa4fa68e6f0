package dev.isogauge.collect.rocksdb;

import dev.isogauge.collect.DatabaseContract;
import org.junit.jupiter.api.Tag;

/** Downloads a library of 72 MB: profile {@code extras}. */
@Tag("extras")
class OptimisticRocksDbContractTest extends DatabaseContract {
  @Override
  protected String name() {
    return "rocksdb:optimistic";
  }
}
