package dev.isogauge.generate;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongMaps;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

/**
 * Keeps the latest committed value of each key.
 *
 * <p>Transactions one at a time make it serializable. Overlapping ones make it read committed: each
 * read sees what is committed just then, so a transaction sees one state at its first read and a
 * later one at its second, never an earlier one. If it has read from t2 and now reads x from t1,
 * t1's x is the latest, so t2's x, if any, was committed before.
 */
final class LatestVersionStore implements Store {
  private final long[] values;
  private final boolean overlaps;

  LatestVersionStore(int keys, boolean overlaps) {
    this.values = new long[keys];
    this.overlaps = overlaps;
  }

  @Override
  public boolean overlaps() {
    return overlaps;
  }

  @Override
  public void begin(int session) {}

  @Override
  public long read(int session, int key) {
    return values[key];
  }

  @Override
  public boolean commit(int session, Int2LongOpenHashMap writes) {
    for (Int2LongMap.Entry write : Int2LongMaps.fastIterable(writes)) {
      values[write.getIntKey()] = write.getLongValue();
    }
    return true;
  }
}
