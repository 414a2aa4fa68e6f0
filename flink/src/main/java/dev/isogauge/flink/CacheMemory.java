package dev.isogauge.flink;

import dev.isogauge.online.kernel.StateMemory;

/** Counts what timelines take in the memory of one operator. */
final class CacheMemory implements StateMemory {
  private final long limit;
  private long used;

  CacheMemory(long limit) {
    this.limit = limit;
  }

  @Override
  public void add(long bytes) {
    used += bytes;
  }

  @Override
  public boolean isTight() {
    return used > limit;
  }

  @Override
  public boolean isRelaxed() {
    return used <= limit / 4 * 3;
  }
}
