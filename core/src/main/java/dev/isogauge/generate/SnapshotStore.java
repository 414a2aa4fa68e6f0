package dev.isogauge.generate;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongMaps;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Keeps all committed versions. A transaction reads the versions that were committed when it began,
 * and loses if a key that it wrote has got a new version since: snapshot isolation by
 * first-committer-wins. Overlapping transactions that write different keys both commit, so write
 * skew happens.
 *
 * <p>Old versions are never collected; a version takes 16 bytes.
 */
final class SnapshotStore implements Store {
  private static final int NONE = -1;

  private int commits;

  /** Number of commits that each session's current transaction sees. */
  private final int[] snapshot;

  /** Each key's newest version. */
  private final int[] newest;

  // Versions: the number of the commit, the value, the next older version of the key.
  private final IntArrayList committedBy = new IntArrayList();
  private final LongArrayList values = new LongArrayList();
  private final IntArrayList older = new IntArrayList();

  SnapshotStore(int sessions, int keys) {
    snapshot = new int[sessions];
    newest = new int[keys];
    Arrays.fill(newest, NONE);
  }

  @Override
  public boolean overlaps() {
    return true;
  }

  @Override
  public void begin(int session) {
    snapshot[session] = commits;
  }

  @Override
  public long read(int session, int key) {
    int version = newest[key];
    while (version != NONE && committedBy.getInt(version) > snapshot[session]) {
      version = older.getInt(version);
    }
    return version == NONE ? INITIAL_VALUE : values.getLong(version);
  }

  @Override
  public boolean commit(int session, Int2LongOpenHashMap writes) {
    for (Int2LongMap.Entry write : Int2LongMaps.fastIterable(writes)) {
      int version = newest[write.getIntKey()];
      if (version != NONE && committedBy.getInt(version) > snapshot[session]) {
        return false;
      }
    }
    commits++;
    for (Int2LongMap.Entry write : Int2LongMaps.fastIterable(writes)) {
      committedBy.add(commits);
      values.add(write.getLongValue());
      older.add(newest[write.getIntKey()]);
      newest[write.getIntKey()] = values.size() - 1;
    }
    return true;
  }
}
