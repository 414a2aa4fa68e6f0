package dev.isogauge.online.kernel;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The facts of all transactions that state in memory speaks of. A transaction has a slot; slots
 * come in chunks, and a chunk is given back when nothing refers to its slots any more.
 *
 * <p>A slot is written before it is handed to another thread and never changes, except for its
 * {@link #LATE} flag. A transaction that comes back from disk gets a new slot: what identifies it
 * is its sequence.
 */
final class TransactionTable {
  /** Refers to no transaction. */
  static final int NO_SLOT = -1;

  /** Facts of one slot: this many longs, in the order of the constants below. */
  static final int STRIDE = 12;

  static final int COMMIT = 0;
  static final int COMMIT_LOGICAL = 1;
  static final int START = 2;
  static final int START_LOGICAL = 3;
  static final int SESSION = 4;

  /** Number in its session: as given, or counted by arrival. */
  static final int NUMBER = 5;

  static final int NAME = 6;
  static final int BEGIN = 7;
  static final int END = 8;

  /** Counts all transactions by arrival, from 1. */
  static final int SEQUENCE = 9;

  /** When it arrived, in nanoseconds by the host's clock. */
  static final int ARRIVAL = 10;

  static final int FLAGS = 11;

  /** It writes or appends. */
  static final long UPDATING = 1;

  /** Its client knows that it committed. */
  static final long DETERMINATE = 2;

  /** It is committed, or indeterminate with a commit timestamp. */
  static final long COUNTS = 4;

  /** Its number in the session was given. */
  static final long NUMBERED = 8;

  /** It was noted that it came late. */
  static final long LATE = 16;

  private static final int CHUNK_BITS = 10;
  private static final int CHUNK_SLOTS = 1 << CHUNK_BITS;
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private static final class Chunk {
    final long[] facts;
    final AtomicInteger references;

    Chunk(int slots, int references) {
      this.facts = new long[slots * STRIDE];
      this.references = new AtomicInteger(references);
    }

    long bytes() {
      return 64 + 8L * facts.length;
    }
  }

  private final StateMemory memory;

  // Changed under the lock only. A thread that was handed a slot sees at least the array that holds
  // it.
  private Chunk[] chunks = new Chunk[16];
  private final IntArrayList freeChunks = new IntArrayList();
  private int usedChunks;

  private int open = -1;
  private int openUsed;

  TransactionTable(StateMemory memory) {
    this.memory = memory;
  }

  /**
   * The next slot for a transaction that arrives, with one reference, which the caller gives back
   * by {@link #release} after it has added those of all entries.
   */
  synchronized int arrive() {
    if (open < 0 || openUsed == CHUNK_SLOTS) {
      int full = open;
      open = register(new Chunk(CHUNK_SLOTS, 1));
      openUsed = 0;
      if (full >= 0) {
        // Counted once it is full, so that state that is all on disk counts as nothing.
        memory.add(chunks[full].bytes());
        release(full << CHUNK_BITS, 1);
      }
    }
    chunks[open].references.incrementAndGet();
    return open << CHUNK_BITS | openUsed++;
  }

  /**
   * Slots for transactions that come back from disk, apart from all others, written by the caller.
   *
   * @param references how many entries will refer to each block of {@link #blockSlots} slots
   */
  synchronized int block(int slots, int references) {
    Chunk chunk = new Chunk(slots, references);
    memory.add(chunk.bytes());
    return register(chunk) << CHUNK_BITS;
  }

  /** How many slots {@link #block} takes at most. */
  static int blockSlots() {
    return CHUNK_SLOTS;
  }

  /** A copy that refers to no chunk but its own, with one reference. */
  int copy(int slot) {
    int copy = block(1, 1);
    System.arraycopy(
        chunks[slot >>> CHUNK_BITS].facts,
        offset(slot),
        chunks[copy >>> CHUNK_BITS].facts,
        offset(copy),
        STRIDE);
    return copy;
  }

  private int register(Chunk chunk) {
    int id = freeChunks.isEmpty() ? usedChunks++ : freeChunks.popInt();
    if (id >= 1 << (Integer.SIZE - 1 - CHUNK_BITS)) {
      throw new IllegalStateException("more transactions in memory than can be numbered");
    }
    if (id == chunks.length) {
      chunks = Arrays.copyOf(chunks, id * 2);
    }
    chunks[id] = chunk;
    return id;
  }

  void retain(int slot, int count) {
    chunks[slot >>> CHUNK_BITS].references.addAndGet(count);
  }

  void release(int slot, int count) {
    int id = slot >>> CHUNK_BITS;
    Chunk chunk = chunks[id];
    if (chunk.references.addAndGet(-count) == 0) {
      synchronized (this) {
        chunks[id] = null;
        freeChunks.add(id);
      }
      memory.add(-chunk.bytes());
    }
  }

  /** Gives back one reference each, adding up those to one chunk. */
  void release(int[] slots, int count) {
    int i = 0;
    while (i < count) {
      int first = slots[i];
      int next = i + 1;
      while (next < count && slots[next] >>> CHUNK_BITS == first >>> CHUNK_BITS) {
        next++;
      }
      release(first, next - i);
      i = next;
    }
  }

  long fact(int slot, int which) {
    return chunks[slot >>> CHUNK_BITS].facts[offset(slot) + which];
  }

  void set(int slot, int which, long value) {
    chunks[slot >>> CHUNK_BITS].facts[offset(slot) + which] = value;
  }

  /** Copies all facts of a transaction to an array. */
  void get(int slot, long[] to, int at) {
    System.arraycopy(chunks[slot >>> CHUNK_BITS].facts, offset(slot), to, at, STRIDE);
  }

  /** Takes all facts of a transaction from an array. */
  void set(int slot, long[] from, int at) {
    System.arraycopy(from, at, chunks[slot >>> CHUNK_BITS].facts, offset(slot), STRIDE);
  }

  boolean has(int slot, long flag) {
    return (fact(slot, FLAGS) & flag) != 0;
  }

  /** Marks a transaction as late; whether it was not before. */
  boolean markLate(int slot) {
    long[] facts = chunks[slot >>> CHUNK_BITS].facts;
    return ((long) ELEMENT.getAndBitwiseOr(facts, offset(slot) + FLAGS, LATE) & LATE) == 0;
  }

  private static int offset(int slot) {
    return (slot & CHUNK_SLOTS - 1) * STRIDE;
  }
}
