package dev.isogauge.online.kernel;

import dev.isogauge.history.Atoms;
import java.util.SplittableRandom;

/**
 * What must be known of keys that are not in memory to take what comes in order without reading
 * them back: the last version, and a time behind all that happened to the key. What is taken so is
 * appended to the key's block on disk ({@link Blocks#append}). Anything else, or too much of it,
 * makes the key come back.
 *
 * <p>An open-addressing table in parts that grow one by one, 40 bytes a key. A string is known by
 * two hashes, polynomials of its characters at random points modulo 2^61-1: that two strings of n
 * characters share both has a chance of less than n^2/2^90. Used by one thread.
 */
final class ColdKeys {
  /** No such key is known. */
  static final int NONE = -1;

  /** As many entries are appended to a block before the key is read back. */
  private static final int MOST_APPENDED = 32;

  private static final int PARTS_BITS = 6;
  private static final int SLOT_BYTES = 3 * Long.BYTES + 4 * Integer.BYTES;
  private static final int FIRST_SLOTS = 8;
  private static final double FULL = 0.85;
  private static final int FARTHEST = 1 << 30;
  private static final long PRIME = (1L << 61) - 1;

  /** In {@link Part#bits}: the slot is used. */
  private static final int USED = 1 << 31;

  /** In {@link Part#bits}: the key must be read back, or is in memory. */
  private static final int CLOSED = 1 << 30;

  private static final int COUNT_BITS = 6;
  private static final int SESSION_MASK = (1 << (30 - COUNT_BITS)) - 1;

  private static final class Part {
    final long[] names;
    final int[] checks;
    final long[] values;
    final long[] times;

    /** What is to be added to the time. */
    final int[] tops;

    /** The number of the last version in its session; -1 if it takes more bits. */
    final int[] numbers;

    /** Flags, a hash of the session of the last version, and how many entries were appended. */
    final int[] bits;

    int used;

    Part(int slots) {
      names = new long[slots];
      checks = new int[slots];
      values = new long[slots];
      times = new long[slots];
      tops = new int[slots];
      numbers = new int[slots];
      bits = new int[slots];
    }
  }

  private final Atoms atoms;
  private final StateMemory memory;
  private final Part[] parts = new Part[1 << PARTS_BITS];
  private final long firstPoint;
  private final long secondPoint;

  /** The key that was restored last, where there is no room for more. */
  private final Part passing = new Part(1);

  /** Whether all keys on disk are here. */
  private boolean isComplete = true;

  private boolean isEmpty = true;

  // The key that was looked up last, and where it is.
  private Part part = new Part(0);
  private long name;
  private int check;

  ColdKeys(Atoms atoms, StateMemory memory) {
    this.atoms = atoms;
    this.memory = memory;
    SplittableRandom random = new SplittableRandom();
    firstPoint = random.nextLong(1 << 20, PRIME);
    secondPoint = random.nextLong(1 << 20, PRIME);
    for (int i = 0; i < parts.length; i++) {
      parts[i] = new Part(0);
    }
  }

  /** Some keys on disk are not here, as after a restart. */
  void incomplete() {
    isComplete = false;
  }

  /** Whether a key that is neither here nor in memory is new. */
  boolean isComplete() {
    return isComplete;
  }

  /** Whether no key has left memory yet. */
  boolean isEmpty() {
    return isEmpty;
  }

  private void name(long key) {
    if (Atoms.isLocal(key)) {
      String token = atoms.token(key);
      name = hash(token, firstPoint);
      check = (int) hash(token, secondPoint) | 1;
    } else {
      name = key;
      check = 0;
    }
    part = parts[(int) (AtomHash.of(name) >>> (Long.SIZE - PARTS_BITS))];
  }

  private static long hash(String token, long point) {
    long hash = token.length();
    for (int i = 0; i < token.length(); i++) {
      // Below 2^122; 2^61 is 1 modulo the prime.
      long high = Math.multiplyHigh(hash, point);
      long low = hash * point;
      hash = (low & PRIME) + (low >>> 61 | high << 3) + token.charAt(i);
      hash = (hash & PRIME) + (hash >>> 61);
      hash = hash >= PRIME ? hash - PRIME : hash;
    }
    return hash;
  }

  /** Where a key is, or {@link #NONE}; valid until the next search. */
  int find(long key) {
    name(key);
    return part.used == 0 ? NONE : search(part);
  }

  private int search(Part in) {
    int slots = in.bits.length;
    int at = first(slots);
    while (in.bits[at] != 0) {
      if (in.names[at] == name && in.checks[at] == check) {
        return at;
      }
      at = at + 1 == slots ? 0 : at + 1;
    }
    return NONE;
  }

  private int first(int slots) {
    return (int) (((AtomHash.of(name) & 0xffffffffL) * slots) >>> 32);
  }

  /** Whether the key takes more without coming back. */
  boolean isOpen(int at) {
    return (part.bits[at] & CLOSED) == 0;
  }

  long value(int at) {
    return part.values[at];
  }

  /** Behind it, reads show the value. */
  long time(int at) {
    return part.times[at];
  }

  /** Behind it, nothing happened to the key. */
  long top(int at) {
    return part.times[at] + part.tops[at];
  }

  /** Whether the last version may follow a transaction of a session in that. */
  boolean mayFollow(int at, long session, long number) {
    return (part.bits[at] & SESSION_MASK << COUNT_BITS) == bits(session)
        && (part.numbers[at] < 0 || part.numbers[at] >= number);
  }

  private static int shortened(long number) {
    return number >= 0 && number <= Integer.MAX_VALUE ? (int) number : -1;
  }

  private static int bits(long session) {
    return ((int) AtomHash.of(session) & SESSION_MASK) << COUNT_BITS;
  }

  /** Sets both; the time becomes later if they are too far apart, so that more come back. */
  private void times(int at, long time, long top) {
    long more = top - time;
    boolean isFar = more < 0 || more > FARTHEST;
    part.times[at] = isFar ? top - FARTHEST : time;
    part.tops[at] = isFar ? FARTHEST : (int) more;
  }

  /** A read at a time was appended. */
  void read(int at, long time) {
    times(at, part.times[at], Math.max(top(at), time));
    count(at);
  }

  /** A version was appended. */
  void write(int at, long time, long value, long session, long number) {
    part.values[at] = value;
    times(at, time, time);
    part.numbers[at] = shortened(number);
    part.bits[at] = (part.bits[at] & ~(SESSION_MASK << COUNT_BITS)) | bits(session);
    count(at);
  }

  private void count(int at) {
    part.bits[at]++;
    if ((part.bits[at] & (1 << COUNT_BITS) - 1) >= MOST_APPENDED) {
      part.bits[at] |= CLOSED;
    }
  }

  /** The key has come back, or must when something comes. */
  void close(long key) {
    int at = isEmpty ? NONE : find(key);
    if (at != NONE) {
      part.bits[at] |= CLOSED;
    }
  }

  /**
   * More can be taken of a key that has left memory, was only looked at there, or is new. Returns
   * where it is; without room that is valid until the next search, too.
   */
  int open(long key, long value, long time, long top, long session, long number) {
    int at = place(key);
    if (at == NONE) {
      part = passing;
      at = 0;
    }
    part.values[at] = value;
    times(at, time, top);
    part.numbers[at] = shortened(number);
    part.bits[at] = USED | bits(session);
    return at;
  }

  /** A key has left memory that must come back when something comes. */
  void leave(long key) {
    int at = place(key);
    if (at != NONE) {
      part.bits[at] = USED | CLOSED;
    }
  }

  private int place(long key) {
    isEmpty = false;
    name(key);
    int at = part.used == 0 ? NONE : search(part);
    if (at != NONE) {
      return at;
    }
    if (part.used >= part.bits.length * FULL && !grow()) {
      isComplete = false;
      return NONE;
    }
    int slots = part.bits.length;
    at = first(slots);
    while (part.bits[at] != 0) {
      at = at + 1 == slots ? 0 : at + 1;
    }
    part.names[at] = name;
    part.checks[at] = check;
    part.used++;
    return at;
  }

  private boolean grow() {
    Part old = part;
    int slots = Math.max(FIRST_SLOTS, old.bits.length + old.bits.length / 4);
    if (!memory.reserve((long) SLOT_BYTES * (slots - old.bits.length))) {
      return false;
    }
    Part grown = new Part(slots);
    grown.used = old.used;
    long wanted = name;
    for (int i = 0; i < old.bits.length; i++) {
      if (old.bits[i] != 0) {
        name = old.names[i];
        int at = first(slots);
        while (grown.bits[at] != 0) {
          at = at + 1 == slots ? 0 : at + 1;
        }
        grown.names[at] = old.names[i];
        grown.checks[at] = old.checks[i];
        grown.values[at] = old.values[i];
        grown.times[at] = old.times[i];
        grown.tops[at] = old.tops[i];
        grown.numbers[at] = old.numbers[i];
        grown.bits[at] = old.bits[i];
      }
    }
    name = wanted;
    for (int i = 0; i < parts.length; i++) {
      parts[i] = parts[i] == old ? grown : parts[i];
    }
    part = grown;
    return true;
  }
}
