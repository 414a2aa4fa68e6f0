package dev.isogauge.online.kernel;

/** Counts the bytes that state in memory takes. Several shards may share one. */
public interface StateMemory {
  /** Counts nothing, and is never tight. */
  StateMemory UNLIMITED =
      new StateMemory() {
        @Override
        public void add(long bytes) {}

        @Override
        public boolean isTight() {
          return false;
        }

        @Override
        public boolean isRelaxed() {
          return true;
        }
      };

  /** Adds bytes; negative ones were given back. */
  void add(long bytes);

  /**
   * Adds bytes for summaries of state that has left memory; false, and nothing is added, if they
   * take too large a part of it.
   */
  default boolean reserve(long bytes) {
    add(bytes);
    return true;
  }

  /** Whether state should leave memory. */
  boolean isTight();

  /** Whether enough has left it. */
  boolean isRelaxed();
}
