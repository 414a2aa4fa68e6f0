package dev.isogauge.predict;

import dev.isogauge.predict.StoreLevel.Ending;
import dev.isogauge.predict.StoreLevel.Flag;
import dev.isogauge.predict.StoreLevel.OnChange;
import dev.isogauge.predict.StoreLevel.Snapshot;

/**
 * A simulated store with the members of a scene under way.
 *
 * <ol>
 *   <li>A plain read sees the last version of a key whose writer is in the snapshot, or the
 *       member's own.
 *   <li>Whoever changes or locks a row that its snapshot shows takes its lock, and waits while
 *       others have it. A row that the snapshot does not show is not found. (Writers that do not
 *       read snapshots lock what is there now.)
 *   <li>With the lock, a version that is newer than the snapshot is taken, or ends the member, as
 *       the level says.
 *   <li>An insert waits for those who have changed the row, and fails if it is there then.
 *   <li>Who would wait for itself fails.
 *   <li>A row that is not there is not locked.
 *   <li>Locks are kept until the member ends; then those who waited longest go on, at once.
 *   <li>Serializable snapshots: of members t1, t2, t3, where t1 has not seen what t2 writes and t2
 *       not what t3 writes, and t3 has committed first, t2 fails, or t1 if that has committed.
 * </ol>
 */
final class StoreState extends StateBytes {
  StoreState(Scene scene) {
    super(scene);
  }

  private StoreState(StoreState other) {
    super(other);
  }

  StoreState copy() {
    return new StoreState(this);
  }

  // Steps.

  /** Runs the next statement of a member, or its commit, and whatever then goes on. */
  void step(int m) {
    if (is(m, DOOMED)) {
      abort(m, Ending.CONFLICT);
    } else if (next(m) == scene.code()[m].length) {
      commit(m);
    } else {
      begin(m);
      execute(m);
    }
    resume();
  }

  /** The member ends itself. */
  void rollBack(int m) {
    end(m, ROLLED_BACK);
    resume();
  }

  /** A first read takes its snapshot when it reads, an empty statement at once. */
  private void begin(int m) {
    StoreLevel level = scene.levels()[m];
    int[] statement = scene.code()[m][next(m)];
    boolean isLater = level.snapshot() == Snapshot.FIRST_READ && statement.length > 0;
    boolean isNew = level.snapshot() == Snapshot.STATEMENT || !is(m, HAS_SNAPSHOT);
    if (isNew && !isLater && level.takesSnapshot(statement)) {
      takeSnapshot(m);
    }
  }

  private void takeSnapshot(int m) {
    set(m, HAS_SNAPSHOT, 1);
    int seen = 0;
    for (int other = 0; other < n; other++) {
      seen |= status(other) == COMMITTED ? 1 << other : 0;
    }
    set(m, SNAPSHOT, seen);
  }

  private void execute(int m) {
    int[] operations = scene.code()[m][next(m)];
    while (get(m, AT) < operations.length) {
      int at = get(m, AT);
      if (is(m, DOOMED)) {
        abort(m, Ending.CONFLICT);
        return;
      }
      if (!operate(m, operations[at], layout.results[m][next(m)][at])) {
        return;
      }
      set(m, AT, get(m, AT) + 1);
      doomDangerous(m);
      if (hasEnded(m)) {
        return;
      }
    }
    set(m, NEXT, next(m) + 1);
    set(m, AT, 0);
  }

  /** Step 7. */
  private void resume() {
    for (int i = 0; i < n; i++) {
      int m = bytes[layout.queue + i] - 1;
      if (m >= 0 && blockers(m) == 0) {
        leaveQueue(m);
        set(m, STATUS, RUNNING);
        execute(m);
        i = -1;
      }
    }
  }

  /** Runs an operation; false if the member waits or has ended. */
  private boolean operate(int m, int operation, int result) {
    Access access = Access.of(operation);
    int key = Access.keyOf(operation);
    if (access == Access.SEARCH) {
      return search(m, key, result);
    } else if (access == Access.READ) {
      return read(m, key, result);
    } else if (access == Access.INSERT || access == Access.APPEND) {
      return insert(m, key, access, result);
    }
    return change(m, key, access, result);
  }

  private boolean search(int m, int search, int result) {
    int[] keys = scene.searched()[search];
    for (int i = 0; i < keys.length; i++) {
      if (!read(m, keys[i], result + i)) {
        return false;
      }
    }
    return !scene.levels()[m].locksReads() || keys.length == 0 || acquire(m, gap(keys[0]), false);
  }

  private boolean read(int m, int key, int result) {
    if (scene.levels()[m].locksReads()) {
      return change(m, key, Access.SHARE, result);
    }
    if (!is(m, HAS_SNAPSHOT)) {
      takeSnapshot(m);
    }
    bytes[result] = (byte) seen(m, key, visible(m, key));
    return true;
  }

  private int seen(int m, int key, int version) {
    return own(m, key) != 0 ? SAW_OWN : SAW + version;
  }

  /** Steps 2 and 3. */
  private boolean change(int m, int key, Access access, int result) {
    StoreLevel level = scene.levels()[m];
    int row = scene.rowOf()[key];
    if (own(m, key) == DELETED
        || (own(m, key) == 0 && !level.isCurrent() && !isPresent(key, visible(m, key)))) {
      return missed(m, key, result, own(m, key) == DELETED ? m + 1 : visible(m, key));
    }
    boolean had = hasLocked(m, row);
    if (!acquire(m, row, access != Access.SHARE)) {
      return false;
    }
    int version = latest(key);
    if (own(m, key) == 0 && !had && !isPresent(key, version)) {
      release(m, row);
    }
    if (own(m, key) == 0 && isChanged(m, row)) {
      if (level.onChange() == OnChange.ABORT) {
        abort(m, Ending.CONFLICT);
        return false;
      } else if (level.onChange() == OnChange.RESTART) {
        takeSnapshot(m);
        set(m, AT, -1);
        return true;
      } else if (level.has(Flag.NEW_ROWS) && goneBy(m, key) != 0) {
        return missed(m, key, result, goneBy(m, key));
      }
    }
    if (own(m, key) == 0 && !isPresent(key, version)) {
      if (level.has(Flag.GAPS) && !acquire(m, gap(key), false)) {
        return false;
      }
      return missed(m, key, result, version);
    }
    bytes[result] =
        (byte) (access == Access.UPDATE || access == Access.DELETE ? WROTE : seen(m, key, version));
    if (access.writes()) {
      own(
          m,
          key,
          access == Access.DELETE ? DELETED : own(m, key) == MADE_AGAIN ? MADE_AGAIN : CHANGED);
    }
    return true;
  }

  private boolean missed(int m, int key, int result, int version) {
    bytes[result] = (byte) (own(m, key) == DELETED ? SAW_OWN : MISSED + version);
    return true;
  }

  /** Step 4. */
  private boolean insert(int m, int key, Access access, int result) {
    StoreLevel level = scene.levels()[m];
    int row = scene.rowOf()[key];
    int holder = bytes[layout.holder + row] - 1;
    boolean isChanging = holder >= 0 && holder != m && (level.isCurrent() || own(holder, key) != 0);
    if (isChanging || access != Access.INSERT) {
      if (!acquire(m, row, true)) {
        return false;
      }
    }
    boolean isThere = own(m, key) != 0 ? own(m, key) != DELETED : isPresent(key, latest(key));
    if (isThere && access == Access.INSERT) {
      abort(m, Ending.DUPLICATE);
      return false;
    } else if (level.onChange() == OnChange.ABORT
        && own(m, key) == 0
        && isChanged(m, row)
        && (access == Access.APPEND
            || (!level.has(Flag.NEW_ROWS) && isPresent(key, visible(m, key))))) {
      abort(m, Ending.CONFLICT);
      return false;
    } else if (level.has(Flag.GAPS) && (bytes[layout.sharers + gap(key)] & ~(1 << m)) != 0) {
      return acquire(m, gap(key), true);
    }
    if (!acquire(m, row, true)) {
      return false;
    }
    bytes[result] = WROTE;
    own(m, key, access == Access.APPEND ? CHANGED : MADE_AGAIN);
    return true;
  }

  private void commit(int m) {
    for (int key = 0; key < scene.keyCount(); key++) {
      if (own(m, key) != 0) {
        add(layout.order + key * n, m + 1);
        int rows = layout.rowOrder + scene.rowOf()[key] * n;
        if (last(rows) != m + 1) {
          add(rows, m + 1);
        }
      }
    }
    add(layout.commits, m + 1);
    end(m, COMMITTED);
    doomDangerous(-1);
  }

  private void abort(int m, Ending ending) {
    for (int key = 0; key < scene.keyCount(); key++) {
      own(m, key, 0);
    }
    end(m, ABORTED + ending.ordinal());
  }

  private void end(int m, int status) {
    if (status == ROLLED_BACK) {
      for (int key = 0; key < scene.keyCount(); key++) {
        own(m, key, 0);
      }
    }
    leaveQueue(m);
    set(m, STATUS, status);
    set(m, WAITS_FOR, 0);
    for (int row = 0; row < scene.rows() + scene.relations(); row++) {
      release(m, row);
    }
  }

  /**
   * Takes a lock; false if the member now waits, or has failed because it would wait for itself.
   */
  private boolean acquire(int m, int row, boolean exclusive) {
    set(m, WAITS_FOR, exclusive ? 2 * row + 2 : 2 * row + 1);
    if (blockers(m) == 0) {
      set(m, WAITS_FOR, 0);
      if (exclusive) {
        bytes[layout.holder + row] = (byte) (m + 1);
      } else if (bytes[layout.holder + row] != m + 1) {
        bytes[layout.sharers + row] |= (byte) (1 << m);
      }
      return true;
    }
    if (waitsForItself(m)) {
      abort(m, Ending.DEADLOCK);
      return false;
    }
    set(m, STATUS, WAITING);
    add(layout.queue, m + 1);
    return false;
  }

  /** Step 5. */
  private boolean waitsForItself(int m) {
    int reached = blockers(m);
    for (int round = 0; round < n; round++) {
      for (int other = 0; other < n; other++) {
        if ((reached >> other & 1) != 0 && status(other) == WAITING) {
          reached |= blockers(other);
        }
      }
    }
    return (reached >> m & 1) != 0;
  }

  // Step 8.

  /** Dooms who must fail; the running member fails at once. */
  private void doomDangerous(int running) {
    if (!layout.hasSerializableSnapshots) {
      return;
    }
    for (int first = 0; first < n; first++) {
      for (int pivot = 0; pivot < n; pivot++) {
        if (pivot != first && isSerializable(pivot) && missesWrite(first, pivot)) {
          for (int out = 0; out < n; out++) {
            if (out != pivot
                && status(out) == COMMITTED
                && missesWrite(pivot, out)
                && endsBefore(out, pivot)
                && (out == first || endsBefore(out, first))) {
              doom(status(pivot) == COMMITTED ? first : pivot, running);
            }
          }
        }
      }
    }
  }

  private void doom(int victim, int running) {
    if (hasEnded(victim)) {
      return;
    }
    if (victim == running) {
      abort(victim, Ending.CONFLICT);
    } else {
      set(victim, DOOMED, 1);
    }
  }

  private boolean isSerializable(int m) {
    return scene.levels()[m].has(Flag.SERIALIZABLE_SNAPSHOT)
        && status(m) < ABORTED
        && is(m, HAS_SNAPSHOT);
  }

  private boolean endsBefore(int first, int second) {
    if (status(second) != COMMITTED) {
      return true;
    }
    for (int place = 0; place < n; place++) {
      int commit = committed(place) - 1;
      if (commit == first || commit == second) {
        return commit == first;
      }
    }
    return false;
  }

  /** Whether they ran at the same time and the reader saw a version before the writer's. */
  private boolean missesWrite(int reader, int writer) {
    if (!isSerializable(reader)
        || !isSerializable(writer)
        || (get(reader, SNAPSHOT) >> writer & 1) != 0
        || (get(writer, SNAPSHOT) >> reader & 1) != 0) {
      return false;
    }
    int[][] statements = scene.code()[reader];
    for (int s = 0; s < statements.length; s++) {
      for (int i = 0; i < statements[s].length; i++) {
        for (int which = 0; which < scene.results(statements[s][i]); which++) {
          int result = result(reader, s, i, which);
          int key = key(statements[s][i], which);
          Access access = Access.of(statements[s][i]);
          boolean found = result == WROTE && access != Access.INSERT;
          boolean read = (result >= SAW && result < SAW_OWN) || result >= MISSED || found;
          if (read && own(writer, key) != 0) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
