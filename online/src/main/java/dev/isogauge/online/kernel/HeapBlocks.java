package dev.isogauge.online.kernel;

import java.util.Optional;
import java.util.TreeMap;

/** Blocks in memory, for hosts that need few of them at a time. */
public final class HeapBlocks implements Blocks {
  private final TreeMap<Key, byte[]> blocks = new TreeMap<>();

  /** None yet. */
  public HeapBlocks() {}

  /** Forgets all. */
  public void clear() {
    blocks.clear();
  }

  @Override
  public void put(Key key, byte[] block) {
    blocks.put(key, block);
  }

  @Override
  public Optional<byte[]> block(Key key) {
    return Optional.ofNullable(blocks.get(key));
  }

  @Override
  public void remove(Key key) {
    blocks.remove(key);
  }

  @Override
  public Optional<Key> floor(Key point) {
    return ofTimeline(point, blocks.floorKey(point));
  }

  @Override
  public Optional<Key> lower(Key point) {
    return ofTimeline(point, blocks.lowerKey(point));
  }

  @Override
  public Optional<Key> higher(Key point) {
    return ofTimeline(point, blocks.higherKey(point));
  }

  private static Optional<Key> ofTimeline(Key point, Key found) {
    return Optional.ofNullable(found).filter(key -> key.timeline() == point.timeline());
  }
}
