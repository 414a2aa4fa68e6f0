package dev.isogauge.chance;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Which keys members read and write, and what they saw. A member is a transaction that the sweep
 * takes, numbered in the order of begins; an access is a member and one of its keys. Only values
 * are compared: to resolve reads would cost more than to count.
 */
final class Accesses {
  static final int NONE = -1;

  /** It reads the key, before it writes it. */
  static final int READS = 1;

  static final int WRITES = 2;

  /** It reads the key more than once before it writes it. */
  static final int REREADS = 4;

  /** It writes the key more than once. */
  static final int REWRITES = 8;

  /** How far back in a list a concurrent append can be. */
  private static final int LONGEST_LOOK = 256;

  private final History history;

  /** By member, and one more. */
  private final int[] first;

  final int[] transactions;
  final boolean[] aborted;

  // By access.
  private final IntArrayList keys = new IntArrayList();
  private final IntArrayList members = new IntArrayList();
  private final IntArrayList masks = new IntArrayList();
  private final IntArrayList firstReads = new IntArrayList();
  private final IntArrayList lastReads = new IntArrayList();
  private final IntArrayList lastWrites = new IntArrayList();

  /** By access: the write that was acknowledged last when the member began. */
  private int[] acknowledged = {};

  private int keyCount;

  Accesses(History history, int[] transactions) {
    this.history = history;
    this.transactions = transactions;
    this.first = new int[transactions.length + 1];
    this.aborted = new boolean[transactions.length];
    int[] localKey = new int[history.keyCount()];
    Arrays.fill(localKey, NONE);
    int[] accessOf = new int[history.keyCount()];
    for (int m = 0; m < transactions.length; m++) {
      int t = transactions[m];
      aborted[m] = history.outcome(t) == Outcome.ABORTED;
      first[m] = keys.size();
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        int key = history.keyOf(i);
        if (localKey[key] == NONE) {
          localKey[key] = keyCount++;
          accessOf[key] = NONE;
        }
        int access = accessOf[key];
        if (access < first[m]) {
          access = add(m, localKey[key]);
          accessOf[key] = access;
        }
        take(access, i);
      }
    }
    first[transactions.length] = keys.size();
    acknowledged = new int[keys.size()];
    Arrays.fill(acknowledged, NONE);
  }

  private int add(int member, int key) {
    keys.add(key);
    members.add(member);
    masks.add(0);
    firstReads.add(NONE);
    lastReads.add(NONE);
    lastWrites.add(NONE);
    return keys.size() - 1;
  }

  private void take(int access, int operation) {
    int mask = masks.getInt(access);
    if (history.isWrite(operation)) {
      masks.set(access, mask | WRITES | ((mask & WRITES) != 0 ? REWRITES : 0));
      lastWrites.set(access, operation);
    } else if ((mask & WRITES) == 0) {
      masks.set(access, mask | READS | ((mask & READS) != 0 ? REREADS : 0));
      if ((mask & READS) == 0) {
        firstReads.set(access, operation);
      }
      lastReads.set(access, operation);
    }
  }

  int memberCount() {
    return transactions.length;
  }

  int count() {
    return keys.size();
  }

  int keyCount() {
    return keyCount;
  }

  int begin(int member) {
    return first[member];
  }

  int end(int member) {
    return first[member + 1];
  }

  int key(int access) {
    return keys.getInt(access);
  }

  int member(int access) {
    return members.getInt(access);
  }

  boolean reads(int access) {
    return (masks.getInt(access) & READS) != 0;
  }

  boolean rereads(int access) {
    return (masks.getInt(access) & REREADS) != 0;
  }

  boolean writes(int access) {
    return (masks.getInt(access) & WRITES) != 0;
  }

  boolean updates(int access) {
    return (masks.getInt(access) & (READS | WRITES)) == (READS | WRITES);
  }

  int session(int access) {
    return history.sessionOf(transactions[member(access)]);
  }

  /** The last write of the access. */
  int write(int access) {
    return lastWrites.getInt(access);
  }

  void acknowledge(int access, int writer) {
    acknowledged[access] = writer;
  }

  /** Whether both saw the same version. */
  boolean sawTheSame(int one, int other) {
    int a = firstReads.getInt(one);
    int b = firstReads.getInt(other);
    if (isUnseen(a) || isUnseen(b) || history.isListRead(a) != history.isListRead(b)) {
      return false;
    }
    return history.isListRead(a)
        ? history.listSize(a) == history.listSize(b)
        : history.valueOf(a) == history.valueOf(b);
  }

  /** Whether a reader's first read shows the last write of a writer. */
  boolean sees(int reader, int writer) {
    return shows(firstReads.getInt(reader), write(writer));
  }

  /** Whether its last read does. */
  boolean seesAtLast(int reader, int writer) {
    return shows(lastReads.getInt(reader), write(writer));
  }

  private boolean isUnseen(int read) {
    return read == NONE || history.isUnknownRead(read);
  }

  private boolean shows(int read, int write) {
    if (isUnseen(read) || write == NONE || history.isListRead(read) != history.isAppend(write)) {
      return false;
    }
    return history.isListRead(read)
        ? contains(read, history.valueOf(write))
        : history.valueOf(read) == history.valueOf(write);
  }

  private boolean contains(int listRead, long element) {
    int size = history.listSize(listRead);
    for (int i = size - 1; i >= Math.max(0, size - LONGEST_LOOK); i--) {
      if (history.listElement(listRead, i) == element) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a reader's first read shows a version that the writer overwrote or that was there
   * before it began: a list without its element, the initial value, the value that the writer read,
   * or the one that was acknowledged last when the writer began.
   */
  boolean missed(int reader, int writer) {
    int read = firstReads.getInt(reader);
    int write = write(writer);
    if (isUnseen(read) || write == NONE || shows(read, write)) {
      return false;
    }
    if (history.isListRead(read)) {
      return history.isAppend(write);
    }
    return history.valueOf(read) == history.initialValue(history.keyOf(read))
        || sawTheSame(reader, writer)
        || shows(read, acknowledged[writer] == NONE ? NONE : write(acknowledged[writer]));
  }

  /** Whether a reader saw a write that the writer itself overwrote. */
  boolean seesIntermediate(int reader, int writer) {
    int read = firstReads.getInt(reader);
    if ((masks.getInt(writer) & REWRITES) == 0 || isUnseen(read)) {
      return false;
    }
    int t = transactions[member(writer)];
    boolean listRead = history.isListRead(read);
    if (listRead && history.listSize(read) == 0) {
      return false;
    }
    long seen =
        listRead ? history.listElement(read, history.listSize(read) - 1) : history.valueOf(read);
    for (int i = history.firstOperation(t); i < write(writer); i++) {
      if (history.isWrite(i)
          && history.keyOf(i) == history.keyOf(read)
          && history.isAppend(i) == listRead
          && history.valueOf(i) == seen) {
        return seen != history.valueOf(write(writer));
      }
    }
    return false;
  }
}
