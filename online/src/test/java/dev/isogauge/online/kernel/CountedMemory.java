package dev.isogauge.online.kernel;

/** Counts what state takes, and is never tight. */
final class CountedMemory implements StateMemory {
  private long used;

  @Override
  public void add(long bytes) {
    used += bytes;
  }

  @Override
  public boolean isTight() {
    return false;
  }

  @Override
  public boolean isRelaxed() {
    return true;
  }

  long used() {
    return used;
  }
}
