package dev.isogauge.online.kernel;

/** Counts the bytes that state in memory takes. Several shards may share one. */
public interface StateMemory {
  /** Adds bytes; negative ones were given back. */
  void add(long bytes);

  /** Whether state should leave memory. */
  boolean isTight();

  /** Whether enough has left it. */
  boolean isRelaxed();
}
