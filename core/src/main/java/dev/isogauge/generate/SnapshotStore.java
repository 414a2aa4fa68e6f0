package dev.isogauge.generate;

import dev.isogauge.history.History;
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
 * <p>Two variants. Serializable: it also loses if a key that it read has got a new version, so it
 * could as well have run when it commits. Avoiding conflicts: a writer may only take keys that have
 * not been written since it began and that no running transaction writes, so none loses.
 *
 * <p>Old versions are never collected; a version takes 16 bytes.
 */
final class SnapshotStore implements Store {
  private final boolean serializable;
  private final boolean avoidsConflicts;
  private int commits;

  /** Number of commits that each session's current transaction sees. */
  private final int[] snapshot;

  /** Each key's newest version. */
  private final int[] newest;

  /** Keys that each session's current transaction has read; serializable only. */
  private final IntArrayList[] read;

  /** The session that writes each key now; avoiding conflicts only. */
  private final int[] writer;

  // Versions: the number of the commit, the value, the next older version of the key.
  private final IntArrayList committedBy = new IntArrayList();
  private final LongArrayList values = new LongArrayList();
  private final IntArrayList older = new IntArrayList();

  SnapshotStore(WorkloadSpec spec) {
    serializable = spec.store() == StoreKind.SERIALIZABLE_SNAPSHOT;
    avoidsConflicts = spec.conflicts() == ConflictPolicy.AVOID;
    snapshot = new int[spec.sessions()];
    read = new IntArrayList[spec.sessions()];
    Arrays.setAll(read, session -> new IntArrayList());
    newest = new int[spec.mostKeys()];
    Arrays.fill(newest, History.NONE);
    writer = new int[avoidsConflicts ? spec.mostKeys() : 0];
    Arrays.fill(writer, History.NONE);
  }

  @Override
  public boolean overlaps() {
    return true;
  }

  @Override
  public void begin(int session) {
    snapshot[session] = commits;
    read[session].clear();
  }

  @Override
  public long read(int session, int key) {
    if (serializable) {
      read[session].add(key);
    }
    int version = newest[key];
    while (version != History.NONE && committedBy.getInt(version) > snapshot[session]) {
      version = older.getInt(version);
    }
    return version == History.NONE ? INITIAL_VALUE : values.getLong(version);
  }

  @Override
  public boolean claim(int session, int key) {
    if (!avoidsConflicts || writer[key] == session) {
      return true;
    }
    if (writer[key] != History.NONE || hasChanged(session, key)) {
      return false;
    }
    writer[key] = session;
    return true;
  }

  @Override
  public boolean commit(int session, Int2LongOpenHashMap writes) {
    for (Int2LongMap.Entry write : Int2LongMaps.fastIterable(writes)) {
      if (hasChanged(session, write.getIntKey())) {
        return false;
      }
    }
    for (int i = 0; i < read[session].size(); i++) {
      if (hasChanged(session, read[session].getInt(i))) {
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
    release(writes);
    return true;
  }

  @Override
  public void abort(int session, Int2LongOpenHashMap writes) {
    release(writes);
  }

  private void release(Int2LongOpenHashMap writes) {
    if (avoidsConflicts) {
      for (Int2LongMap.Entry write : Int2LongMaps.fastIterable(writes)) {
        writer[write.getIntKey()] = History.NONE;
      }
    }
  }

  /** Whether a version of the key was committed since the session's transaction began. */
  private boolean hasChanged(int session, int key) {
    int version = newest[key];
    return version != History.NONE && committedBy.getInt(version) > snapshot[session];
  }
}
