package dev.isogauge.predict;

import dev.isogauge.predict.StoreLevel.Flag;
import java.util.Arrays;

/**
 * A state of a scene's store as bytes, so that states can be copied and compared: how far its
 * members are, what each has done with each key, the order of versions, locks, and results. Member
 * m's versions are called m + 1, initial ones 0.
 */
abstract class StateBytes {
  // A member's status.
  static final int RUNNING = 0;
  static final int WAITING = 1;
  static final int COMMITTED = 2;

  /** And the number of its {@link StoreLevel.Ending} more. */
  static final int ABORTED = 3;

  /** It has rolled back by itself. */
  static final int ROLLED_BACK = 9;

  // What an operation came to.
  static final int NOTHING = 0;

  /** And the version more: a version was read. */
  static final int SAW = 1;

  static final int SAW_OWN = 10;
  static final int WROTE = 11;

  /** And the version more: there was no such row. */
  static final int MISSED = 16;

  // What a member has done with a key.
  static final int CHANGED = 1;
  static final int DELETED = 2;

  /** Deleted and made again, which is another row. */
  static final int MADE_AGAIN = 3;

  // Bytes of a member.
  static final int NEXT = 0;
  static final int AT = 1;
  static final int STATUS = 2;
  static final int HAS_SNAPSHOT = 3;
  static final int SNAPSHOT = 4;
  static final int WAITS_FOR = 5;
  static final int DOOMED = 6;
  static final int MEMBER = 7;

  /** Where things are in the bytes of all states of a scene. */
  static final class Layout {
    final int own;
    final int order;
    final int rowOrder;
    final int holder;
    final int sharers;
    final int queue;
    final int commits;
    final int[][][] results;
    final int size;
    final boolean hasSerializableSnapshots;

    Layout(Scene scene) {
      int n = scene.size();
      int lockable = scene.rows() + scene.relations();
      own = n * MEMBER;
      order = own + n * scene.keyCount();
      rowOrder = order + n * scene.keyCount();
      holder = rowOrder + n * scene.rows();
      sharers = holder + lockable;
      queue = sharers + lockable;
      commits = queue + n;
      int next = commits + n;
      results = new int[n][][];
      for (int m = 0; m < n; m++) {
        results[m] = new int[scene.code()[m].length][];
        for (int s = 0; s < results[m].length; s++) {
          results[m][s] = new int[scene.code()[m][s].length];
          for (int i = 0; i < results[m][s].length; i++) {
            results[m][s][i] = next;
            next += scene.results(scene.code()[m][s][i]);
          }
        }
      }
      size = next;
      hasSerializableSnapshots =
          Arrays.stream(scene.levels()).anyMatch(each -> each.has(Flag.SERIALIZABLE_SNAPSHOT));
    }
  }

  final Scene scene;
  final Layout layout;
  final byte[] bytes;
  final int n;

  StateBytes(Scene scene) {
    this.scene = scene;
    this.layout = new Layout(scene);
    this.bytes = new byte[layout.size];
    this.n = scene.size();
  }

  StateBytes(StateBytes other) {
    this.scene = other.scene;
    this.layout = other.layout;
    this.bytes = other.bytes.clone();
    this.n = other.n;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StateBytes state && Arrays.equals(bytes, state.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  // What has happened.

  int status(int m) {
    return bytes[m * MEMBER + STATUS];
  }

  /** The statement that a member runs next, or waits in. */
  int next(int m) {
    return bytes[m * MEMBER + NEXT];
  }

  boolean hasEnded(int m) {
    return status(m) >= COMMITTED;
  }

  /** Whether a member can begin its next statement. */
  boolean canStep(int m) {
    return status(m) == RUNNING;
  }

  boolean isDone() {
    for (int m = 0; m < n; m++) {
      if (!hasEnded(m)) {
        return false;
      }
    }
    return true;
  }

  /** What an operation came to; of a search one result for each of its keys. */
  int result(int m, int statement, int operation, int which) {
    return bytes[layout.results[m][statement][operation] + which];
  }

  /** The writers of a key's committed versions, oldest first, then 0s. */
  int version(int key, int place) {
    return place < n ? bytes[layout.order + key * n + place] : 0;
  }

  /** Whether a version has the row; a member's once it has committed. */
  boolean isPresent(int key, int version) {
    return version == 0 ? scene.isThere()[key] : own(version - 1, key) != DELETED;
  }

  /** The members in the order of their commits, as they are called as writers, then 0s. */
  int committed(int place) {
    return bytes[layout.commits + place];
  }

  // Locks.

  int gap(int key) {
    return scene.rows() + scene.relationOf()[key];
  }

  boolean hasLocked(int m, int row) {
    return bytes[layout.holder + row] == m + 1 || (bytes[layout.sharers + row] >> m & 1) != 0;
  }

  void release(int m, int row) {
    if (bytes[layout.holder + row] == m + 1) {
      bytes[layout.holder + row] = 0;
    }
    bytes[layout.sharers + row] &= (byte) ~(1 << m);
  }

  /** The members that a member waits for, as bits. */
  int blockers(int m) {
    int wait = get(m, WAITS_FOR);
    if (wait == 0) {
      return 0;
    }
    int row = (wait - 1) / 2;
    int holder = bytes[layout.holder + row];
    int blockers = holder == 0 ? 0 : 1 << (holder - 1);
    if (wait % 2 == 0) {
      blockers |= bytes[layout.sharers + row];
    }
    return blockers & ~(1 << m);
  }

  void leaveQueue(int m) {
    int to = layout.queue;
    for (int from = layout.queue; from < layout.queue + n; from++) {
      if (bytes[from] != m + 1) {
        bytes[to++] = bytes[from];
      }
    }
    while (to < layout.queue + n) {
      bytes[to++] = 0;
    }
  }

  // Versions.

  int visible(int m, int key) {
    if (!is(m, HAS_SNAPSHOT)) {
      return latest(key);
    }
    int version = 0;
    for (int place = 0; version(key, place) != 0; place++) {
      if ((get(m, SNAPSHOT) >> (version(key, place) - 1) & 1) != 0) {
        version = version(key, place);
      }
    }
    return version;
  }

  int latest(int key) {
    return last(layout.order + key * n);
  }

  /** Whether others have committed a version of the row that the snapshot does not have. */
  boolean isChanged(int m, int row) {
    int last = last(layout.rowOrder + row * n);
    return last != 0
        && last != m + 1
        && is(m, HAS_SNAPSHOT)
        && (get(m, SNAPSHOT) >> (last - 1) & 1) == 0;
  }

  /**
   * Who took away the row that the snapshot shows, even if there is another one of its key; or 0.
   */
  int goneBy(int m, int key) {
    for (int place = 0; version(key, place) != 0; place++) {
      int version = version(key, place);
      boolean isNew = (get(m, SNAPSHOT) >> (version - 1) & 1) == 0;
      if (isNew && own(version - 1, key) != CHANGED) {
        return version;
      }
    }
    return 0;
  }

  /** Whether a result shows that a row was gone which its last writer then made again. */
  boolean isBetween(int key, int result) {
    return result > MISSED && isPresent(key, result - MISSED);
  }

  /** The key of a result. */
  int key(int operation, int which) {
    int key = Access.keyOf(operation);
    return Access.of(operation) == Access.SEARCH ? scene.searched()[key][which] : key;
  }

  // Bytes.

  int get(int m, int field) {
    return bytes[m * MEMBER + field];
  }

  void set(int m, int field, int value) {
    bytes[m * MEMBER + field] = (byte) value;
  }

  boolean is(int m, int field) {
    return get(m, field) != 0;
  }

  int own(int m, int key) {
    return bytes[layout.own + m * scene.keyCount() + key];
  }

  void own(int m, int key, int what) {
    bytes[layout.own + m * scene.keyCount() + key] = (byte) what;
  }

  int last(int list) {
    int last = 0;
    for (int i = 0; i < n && bytes[list + i] != 0; i++) {
      last = bytes[list + i];
    }
    return last;
  }

  void add(int list, int value) {
    int end = list;
    while (bytes[end] != 0) {
      end++;
    }
    bytes[end] = (byte) value;
  }
}
