package dev.isogauge.online.kernel;

import dev.isogauge.history.Atoms;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * What must be known of keys that are not in memory to take what comes in order without reading
 * them back: the last version, and a time behind all that happened to the key. What is taken so is
 * appended to the key's block on disk ({@link Blocks#append}). Anything else, or too much of it,
 * makes the key come back.
 *
 * <p>An open-addressing table in parts that grow one by one, 32 bytes a key, and 4 more where some
 * are strings. A string is known by two hashes, polynomials of its characters at random points
 * modulo 2^61-1: that two strings of n characters share both has a chance of less than n^2/2^90.
 * Used by one thread.
 */
final class ColdKeys {
  /** No such key is known. */
  static final int NONE = -1;

  /** As many entries are appended to a block before the key is read back. */
  private static final int MOST_APPENDED = 32;

  private static final int PARTS_BITS = 6;
  private static final int FIRST_SLOTS = 8;
  private static final double FULL = 0.85;
  private static final long PRIME = (1L << 61) - 1;

  // A slot, in longs, of which the last one has from the lowest bit: flags, how many entries were
  // appended, a hash of the session of the last version, how far behind its time nothing happened
  // to the key, and its number in its session, or -1 if that takes more bits.
  private static final int STRIDE = 4;
  private static final int NAME = 0;
  private static final int VALUE = 1;
  private static final int TIME = 2;
  private static final int BITS = 3;

  private static final long USED = 1;

  /** The key must be read back, or is in memory. */
  private static final long CLOSED = 2;

  private static final int COUNT = 2;
  private static final int COUNT_MASK = (1 << 6) - 1;
  private static final int SESSION = 8;
  private static final long SESSION_MASK = 0xffL << SESSION;
  private static final int SPAN = 16;
  private static final int SPAN_MASK = 0xffff;
  private static final int NUMBER = 32;

  // A span is a number of few bits, shifted.
  private static final int SHIFT_BITS = 5;
  private static final int SPAN_BITS = Short.SIZE - SHIFT_BITS;
  private static final long LONGEST = ((1L << SPAN_BITS) - 1) << 20;

  private static final class Part {
    final long[] slots;

    /** The second hashes, those of integers being 0; none as long as there are only these. */
    int[] checks = {};

    int used;

    Part(int slots) {
      this.slots = new long[slots * STRIDE];
    }

    int size() {
      return slots.length / STRIDE;
    }

    int check(int at) {
      return checks.length == 0 ? 0 : checks[at];
    }

    void check(int at, int check) {
      if (check != 0 && checks.length == 0) {
        checks = new int[size()];
      }
      if (checks.length > 0) {
        checks[at] = check;
      }
    }
  }

  private final Atoms atoms;
  private final StateMemory memory;
  private final Part[] parts = new Part[1 << PARTS_BITS];
  private long firstPoint;
  private long secondPoint;

  /** The key that was restored last, where there is no room for more. */
  private final Part passing = new Part(1);

  /** Whether all keys on disk are here. */
  private boolean isComplete = true;

  private boolean isEmpty = true;

  // The key that was looked up last, and where it is.
  private Part part = new Part(0);
  private long[] slots = {};
  private long name;
  private int check;

  ColdKeys(Atoms atoms, StateMemory memory) {
    this.atoms = atoms;
    this.memory = memory;
    SplittableRandom random = new SplittableRandom();
    firstPoint = random.nextLong(1 << 20, PRIME);
    secondPoint = random.nextLong(1 << 20, PRIME);
    Arrays.setAll(parts, i -> new Part(0));
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
    at(parts[number(name)]);
  }

  private static int number(long name) {
    return (int) (AtomHash.of(name) >>> (Long.SIZE - PARTS_BITS));
  }

  private void at(Part which) {
    part = which;
    slots = which.slots;
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
    return part.used == 0 ? NONE : search();
  }

  private int search() {
    int at = place(part, name);
    return (slots[at * STRIDE + BITS] & USED) == 0 ? NONE : at;
  }

  /** Where a name is in a part, or would be. */
  private int place(Part in, long wanted) {
    int size = in.size();
    int at = (int) (((AtomHash.of(wanted) & 0xffffffffL) * size) >>> 32);
    while ((in.slots[at * STRIDE + BITS] & USED) != 0
        && (in.slots[at * STRIDE + NAME] != wanted || in.check(at) != check)) {
      at = at + 1 == size ? 0 : at + 1;
    }
    return at;
  }

  private long bits(int at) {
    return slots[at * STRIDE + BITS];
  }

  private void bits(int at, long bits) {
    slots[at * STRIDE + BITS] = bits;
  }

  /** Whether the key takes more without coming back. */
  boolean isOpen(int at) {
    return (bits(at) & CLOSED) == 0;
  }

  long value(int at) {
    return slots[at * STRIDE + VALUE];
  }

  /** Behind it, reads show the value. */
  long time(int at) {
    return slots[at * STRIDE + TIME];
  }

  /** Behind it, nothing happened to the key. */
  long top(int at) {
    int span = (int) (bits(at) >>> SPAN) & SPAN_MASK;
    return time(at) + ((long) (span >>> SHIFT_BITS) << (span & ((1 << SHIFT_BITS) - 1)));
  }

  /** Whether the last version may follow a transaction of a session in that. */
  boolean mayFollow(int at, long session, long number) {
    long bits = bits(at);
    int last = (int) (bits >>> NUMBER);
    return (bits & SESSION_MASK) == hash(session) && (last < 0 || last >= number);
  }

  /** Atoms of strings are others once these were forgotten. */
  private long hash(long session) {
    long lasting = Atoms.isLocal(session) ? hash(atoms.token(session), firstPoint) : session;
    return (AtomHash.of(lasting) << SESSION) & SESSION_MASK;
  }

  /** Sets both, rounded so that more come back: the time where they are far apart, else the top. */
  private void times(int at, long time, long top) {
    long more = top - time;
    boolean isFar = more < 0 || more > LONGEST;
    long span = isFar ? LONGEST : more;
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(span) - SPAN_BITS);
    long rounded = (span + (1L << shift) - 1) >>> shift;
    if (rounded >>> SPAN_BITS != 0) {
      shift++;
      rounded = (rounded + 1) >>> 1;
    }
    slots[at * STRIDE + TIME] = isFar ? top - LONGEST : time;
    long kept = bits(at) & ~((long) SPAN_MASK << SPAN);
    bits(at, kept | (((rounded << SHIFT_BITS) | shift) << SPAN));
  }

  /** A read at a time was appended. */
  void read(int at, long time) {
    if (time > top(at)) {
      times(at, time(at), time);
    }
    count(at);
  }

  /** A version was appended. */
  void write(int at, long time, long value, long session, long number) {
    slots[at * STRIDE + VALUE] = value;
    long kept = bits(at) & ((1 << SESSION) - 1);
    bits(at, kept | version(session, number));
    times(at, time, time);
    count(at);
  }

  /** What a slot says of the last version beside its value and time. */
  private long version(long session, long number) {
    boolean isShort = number >= 0 && number <= Integer.MAX_VALUE;
    return hash(session) | ((isShort ? number : -1) << NUMBER);
  }

  private void count(int at) {
    long bits = bits(at) + (1 << COUNT);
    bits(at, ((bits >>> COUNT) & COUNT_MASK) >= MOST_APPENDED ? bits | CLOSED : bits);
  }

  /** The key has come back, or must when something comes. */
  void close(long key) {
    int at = isEmpty ? NONE : find(key);
    if (at != NONE) {
      bits(at, bits(at) | CLOSED);
    }
  }

  /**
   * More can be taken of a key that has left memory, was only looked at there, or is new. Returns
   * where it is; without room that is valid until the next search, too.
   */
  int open(long key, long value, long time, long top, long session, long number) {
    int at = place(key);
    if (at == NONE) {
      at(passing);
      at = 0;
    }
    slots[at * STRIDE + VALUE] = value;
    bits(at, USED | version(session, number));
    times(at, time, top);
    return at;
  }

  /** A key has left memory that must come back when something comes. */
  void leave(long key) {
    int at = place(key);
    if (at != NONE) {
      bits(at, USED | CLOSED);
    }
  }

  /** A key is in memory now, and will not be for who restores what is saved. */
  void inMemory(long key) {
    if (!isEmpty && find(key) == NONE) {
      leave(key);
    }
  }

  private int place(long key) {
    isEmpty = false;
    int at = find(key);
    if (at != NONE) {
      return at;
    }
    if (part.used >= part.size() * FULL && !grow()) {
      isComplete = false;
      return NONE;
    }
    at = place(part, name);
    slots[at * STRIDE + NAME] = name;
    part.check(at, check);
    part.used++;
    return at;
  }

  private static long bytes(int slots, boolean hasStrings) {
    return (long) slots * (STRIDE * Long.BYTES + (hasStrings ? Integer.BYTES : 0));
  }

  private boolean grow() {
    Part old = part;
    int size = Math.max(FIRST_SLOTS, old.size() + old.size() / 4);
    if (!memory.reserve(bytes(size - old.size(), check != 0))) {
      return false;
    }
    Part grown = new Part(size);
    grown.used = old.used;
    int wanted = check;
    for (int i = 0; i < old.size(); i++) {
      if ((old.slots[i * STRIDE + BITS] & USED) != 0) {
        check = old.check(i);
        int at = place(grown, old.slots[i * STRIDE + NAME]);
        System.arraycopy(old.slots, i * STRIDE, grown.slots, at * STRIDE, STRIDE);
        grown.check(at, check);
      }
    }
    check = wanted;
    parts[number(name)] = grown;
    at(grown);
    return true;
  }

  /** Writes all of it for {@link #restore}. */
  void save(LongConsumer to) {
    to.accept(isComplete ? 1 : 0);
    to.accept(isEmpty ? 1 : 0);
    to.accept(firstPoint);
    to.accept(secondPoint);
    for (Part each : parts) {
      to.accept(each.size());
      to.accept(each.used);
      to.accept(each.checks.length);
      for (long word : each.slots) {
        to.accept(word);
      }
      for (int word : each.checks) {
        to.accept(word);
      }
    }
  }

  /** Takes what was saved, if there is room for it; else the disk tells of all keys. */
  void restore(LongSupplier from) {
    boolean wasComplete = from.getAsLong() == 1;
    boolean wasEmpty = from.getAsLong() == 1;
    firstPoint = from.getAsLong();
    secondPoint = from.getAsLong();
    boolean hasRoom = true;
    for (int i = 0; i < parts.length; i++) {
      int size = (int) from.getAsLong();
      int used = (int) from.getAsLong();
      int checks = (int) from.getAsLong();
      hasRoom = hasRoom && memory.reserve(bytes(size, checks > 0));
      Part read = new Part(hasRoom ? size : 0);
      for (int k = 0; k < size * STRIDE; k++) {
        long word = from.getAsLong();
        if (hasRoom) {
          read.slots[k] = word;
        }
      }
      read.checks = new int[hasRoom ? checks : 0];
      for (int k = 0; k < checks; k++) {
        int word = (int) from.getAsLong();
        if (hasRoom) {
          read.checks[k] = word;
        }
      }
      read.used = hasRoom ? used : 0;
      parts[i] = read;
    }
    // Without any, keys may be on disk that were in memory.
    isComplete = wasComplete && !wasEmpty;
    isEmpty = wasEmpty;
    if (!hasRoom) {
      forget();
    }
  }

  /** Forgets all keys; those that are on disk are read from there. */
  private void forget() {
    for (int i = 0; i < parts.length; i++) {
      memory.reserve(-bytes(parts[i].size(), parts[i].checks.length > 0));
      parts[i] = new Part(0);
    }
    isComplete = false;
    isEmpty = false;
  }
}
