package dev.isogauge.online.kernel;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.ListTokens;
import dev.isogauge.history.RawBlock;
import dev.isogauge.timestamp.TransactionList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads the operations of one transaction once: judges its internal reads, and keeps by key what
 * others can see of it, its external read and its final write or its appends.
 */
final class TransactionSummary {
  private static final int FIRST_CAPACITY = 32;

  /** Hears of reads that contradict their own transaction. */
  @FunctionalInterface
  interface InternalReads {
    void differs(long key, int operation, String expected, String actual);
  }

  // What is being read.
  private RawBlock block;
  private Atoms atoms;
  private InternalReads internal;

  // By key of the transaction, in the order of first use.
  private int keyCount;
  private long[] keys = new long[FIRST_CAPACITY];
  private boolean[] isList = new boolean[FIRST_CAPACITY];
  private boolean[] isUsed = new boolean[FIRST_CAPACITY];
  private boolean[] isWritten = new boolean[FIRST_CAPACITY];

  /** Position of the external read, or 0. */
  private int[] externalReads = new int[FIRST_CAPACITY];

  private long[] externalValues = new long[FIRST_CAPACITY];

  /** The last value read or written; in the end, if written, not the final write's. */
  private long[] references = new long[FIRST_CAPACITY];

  private long[] written = new long[FIRST_CAPACITY];
  private TransactionList[] lists = new TransactionList[FIRST_CAPACITY];

  // Open addressing; an entry counts if it bears the current stamp.
  private int[] table = new int[2 * FIRST_CAPACITY];
  private int[] stamps = new int[2 * FIRST_CAPACITY];
  private int stamp;

  /** Finds a key that a transaction uses as a list and as a register. */
  Optional<Long> mixedKey(RawBlock block, int fragment) {
    begin(block, fragment);
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      boolean plain =
          block.isWrite(i)
              ? !block.isAppend(i)
              : !block.isListRead(i) && !block.isUnknownRead(i) && block.value(i) != Atoms.NIL;
      if (plain && isList[index(block.key(i))]) {
        return Optional.of(block.key(i));
      }
    }
    return Optional.empty();
  }

  void read(RawBlock block, int fragment, Atoms atoms, InternalReads internal) {
    begin(block, fragment);
    this.block = block;
    this.atoms = atoms;
    this.internal = internal;
    int begin = block.fragmentBegin(fragment);
    for (int i = begin; i < block.fragmentEnd(fragment); i++) {
      if (block.isUnknownRead(i)) {
        continue;
      }
      int k = index(block.key(i));
      if (isList[k]) {
        listOperation(i, k, i - begin + 1);
      } else if (block.isWrite(i)) {
        references[k] = block.value(i);
        written[k] = block.value(i);
        isWritten[k] = true;
        isUsed[k] = true;
      } else {
        registerRead(k, i - begin + 1, block.value(i));
      }
    }
  }

  private void registerRead(int k, int operation, long value) {
    if (!isUsed[k]) {
      isUsed[k] = true;
      externalReads[k] = operation;
      externalValues[k] = value;
    } else if (references[k] != value) {
      internal.differs(keys[k], operation, atoms.token(references[k]), atoms.token(value));
    }
    references[k] = value;
  }

  private void listOperation(int i, int k, int operation) {
    if (block.isAppend(i)) {
      lists[k].append(block.value(i));
      isWritten[k] = true;
      return;
    }
    int size = block.isListRead(i) ? block.listSize(i) : 0;
    switch (lists[k].read(i, size)) {
      case EXTERNAL -> externalReads[k] = operation;
      case REPEATED -> {}
      case CONTRADICTING ->
          internal.differs(keys[k], operation, lists[k].expected(atoms), shown(i, size));
    }
  }

  private String shown(int read, int size) {
    LongArrayList shown = new LongArrayList(size);
    for (int e = 0; e < size; e++) {
      shown.add(block.listElement(read, e));
    }
    return ListTokens.of(shown.toLongArray(), atoms);
  }

  /** Lets go of the block. */
  void release() {
    block = null;
    internal = null;
  }

  int keyCount() {
    return keyCount;
  }

  long key(int k) {
    return keys[k];
  }

  boolean isList(int k) {
    return isList[k];
  }

  /** Position of the external read, from 1; 0 if there is none. */
  int externalRead(int k) {
    return externalReads[k];
  }

  long externalValue(int k) {
    return externalValues[k];
  }

  TransactionList list(int k) {
    return lists[k];
  }

  boolean isWritten(int k) {
    return isWritten[k];
  }

  long written(int k) {
    return written[k];
  }

  private void begin(RawBlock block, int fragment) {
    keyCount = 0;
    int operations = block.fragmentEnd(fragment) - block.fragmentBegin(fragment);
    if (2 * operations > table.length) {
      table = new int[Integer.highestOneBit(operations) * 4];
      stamps = new int[table.length];
      stamp = 0;
    }
    if (++stamp == 0) {
      Arrays.fill(stamps, 0);
      stamp = 1;
    }
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      if (block.isAppend(i) || block.isListRead(i)) {
        int k = index(block.key(i));
        if (!isList[k]) {
          isList[k] = true;
          if (lists[k] == null) {
            lists[k] = new TransactionList((read, e) -> this.block.listElement(read, e));
          }
          lists[k].clear();
        }
      }
    }
  }

  private int index(long key) {
    int mask = table.length - 1;
    int at = (int) AtomHash.of(key) & mask;
    while (stamps[at] == stamp) {
      if (keys[table[at]] == key) {
        return table[at];
      }
      at = (at + 1) & mask;
    }
    stamps[at] = stamp;
    table[at] = keyCount;
    return add(key);
  }

  private int add(long key) {
    int k = keyCount++;
    if (k == keys.length) {
      grow(2 * k);
    }
    keys[k] = key;
    isList[k] = false;
    isUsed[k] = false;
    isWritten[k] = false;
    externalReads[k] = 0;
    return k;
  }

  private void grow(int capacity) {
    keys = Arrays.copyOf(keys, capacity);
    isList = Arrays.copyOf(isList, capacity);
    isUsed = Arrays.copyOf(isUsed, capacity);
    isWritten = Arrays.copyOf(isWritten, capacity);
    externalReads = Arrays.copyOf(externalReads, capacity);
    externalValues = Arrays.copyOf(externalValues, capacity);
    references = Arrays.copyOf(references, capacity);
    written = Arrays.copyOf(written, capacity);
    lists = Arrays.copyOf(lists, capacity);
  }
}
