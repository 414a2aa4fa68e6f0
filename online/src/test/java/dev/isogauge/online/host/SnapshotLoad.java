package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * An endless run of a store that gives snapshot isolation, or serializability where transactions
 * take no time, in the order in which its transactions are delivered: by commit, some later.
 */
public final class SnapshotLoad {
  private static final int VERSIONS = 64;

  /**
   * What runs.
   *
   * @param readShare how many of a hundred operations read
   * @param duration how long a transaction takes at most, in thousandths of what 24 take
   * @param jitter by how many transactions delivery is out of order
   * @param stragglers how many of a million transactions come later by {@code straggling}
   * @param faults how many of a million reads show a wrong value
   */
  record Shape(
      int sessions,
      int keys,
      int operations,
      int readShare,
      int duration,
      int jitter,
      int stragglers,
      int straggling,
      int faults) {}

  private final Shape shape;
  private final SplittableRandom random;
  private final double[] cumulative;
  private final long[] sessionFree;
  private final long[] sessionNumber;

  /** By key the commits and values of the last versions, in a ring. */
  private final long[][] commits;

  private final long[][] values;
  private final int[] newest;
  private final PriorityQueue<Ready> ready =
      new PriorityQueue<>(Comparator.comparingLong(Ready::due));
  private long time = 1000;
  private long made;
  private long faulty;

  private record Ready(
      long due, int session, long number, long start, long commit, long[] keys, long[] values) {}

  SnapshotLoad(Shape shape, long seed) {
    this.shape = shape;
    random = new SplittableRandom(seed);
    cumulative = new double[shape.keys()];
    double sum = 0;
    for (int i = 0; i < cumulative.length; i++) {
      sum += 1 / Math.pow(i + 1, 0.99);
      cumulative[i] = sum;
    }
    sessionFree = new long[shape.sessions()];
    sessionNumber = new long[shape.sessions()];
    commits = new long[shape.keys()][VERSIONS];
    values = new long[shape.keys()][VERSIONS];
    newest = new int[shape.keys()];
    for (long[] row : values) {
      Arrays.fill(row, Atoms.NIL);
    }
  }

  /** How many reads show a wrong value so far. */
  long faulty() {
    return faulty;
  }

  /** The next transactions to be delivered. */
  RawBlock next(int count) {
    RawBlock block = new RawBlock(count * shape.operations());
    for (int i = 0; i < count; i++) {
      while (ready.size() <= shape.sessions() + shape.jitter()) {
        make();
      }
      deliver(block, ready.poll(), i);
    }
    return block;
  }

  /** What was made and not delivered. */
  RawBlock rest() {
    RawBlock block = new RawBlock();
    for (int i = 0; !ready.isEmpty(); i++) {
      deliver(block, ready.poll(), i);
    }
    return block;
  }

  private static void deliver(RawBlock block, Ready transaction, int line) {
    block.transaction(transaction.session, Atoms.NO_NAME, Outcome.COMMITTED, line);
    block.timestamps(transaction.start, transaction.commit);
    block.number(transaction.number);
    for (int i = 0; i < transaction.keys.length; i++) {
      long key = transaction.keys[i];
      if (key < 0) {
        block.write(~key, transaction.values[i]);
      } else {
        block.read(key, transaction.values[i]);
      }
    }
  }

  private void make() {
    int session = 0;
    for (int s = 1; s < sessionFree.length; s++) {
      session = sessionFree[s] < sessionFree[session] ? s : session;
    }
    long start = Math.max(time, sessionFree[session]) + 1;
    long commit = start + (shape.duration() == 0 ? 0 : random.nextInt(1, shape.duration() + 1));
    time += 1000 / shape.sessions() + 1;
    commit = commit * 64 + made % 64;
    start = shape.duration() == 0 ? commit : start * 64;
    sessionFree[session] = commit / 64 + 1;
    long[] keys = new long[shape.operations()];
    long[] shown = new long[keys.length];
    for (int i = 0; i < keys.length; i++) {
      boolean read = random.nextInt(100) < shape.readShare();
      int key = key();
      while (isUsed(keys, i, key) || (!read && commits[key][newest[key]] > start)) {
        key = key();
      }
      if (read) {
        keys[i] = key;
        shown[i] = read(key, start);
      } else {
        keys[i] = ~key;
        shown[i] = made * 16 + i;
        newest[key] = (newest[key] + 1) % VERSIONS;
        commits[key][newest[key]] = commit;
        values[key][newest[key]] = shown[i];
      }
    }
    long due = commit + (shape.jitter() == 0 ? 0 : random.nextLong(64L * 43 * shape.jitter()));
    if (random.nextInt(1_000_000) < shape.stragglers()) {
      due += 64L * 43 * shape.straggling();
    }
    ready.add(new Ready(due, session, ++sessionNumber[session], start, commit, keys, shown));
    made++;
  }

  private static boolean isUsed(long[] keys, int count, int key) {
    for (int i = 0; i < count; i++) {
      if (keys[i] == key || keys[i] == ~key) {
        return true;
      }
    }
    return false;
  }

  private long read(int key, long start) {
    if (random.nextInt(1_000_000) < shape.faults()) {
      faulty++;
      return -1 - made;
    }
    int version = newest[key];
    while (commits[key][version] > start) {
      version = (version + VERSIONS - 1) % VERSIONS;
    }
    return values[key][version];
  }

  private int key() {
    double point = random.nextDouble() * cumulative[cumulative.length - 1];
    int found = Arrays.binarySearch(cumulative, point);
    return found >= 0 ? found : ~found;
  }
}
