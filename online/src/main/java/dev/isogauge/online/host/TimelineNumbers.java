package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.kernel.Blocks;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The numbers that timelines have on disk. That of an integer is its atom. A string's atom lasts
 * only as long as the string is in memory, so its number comes from a hash table on disk: it is the
 * first one from the string's hash on that no other string has, and the block of that number is the
 * string. Numbers are never given back. They are those of atoms of strings, so that they differ
 * from all integers. Used by one thread.
 */
final class TimelineNumbers {
  private static final long FIRST = Atoms.NIL + 1;

  /** How many atoms of strings there are. */
  private static final long COUNT = Atoms.INITIAL_WRITER - FIRST;

  /** No string has this number. */
  private static final long NONE = 0;

  private final Blocks strings;
  private final Atoms atoms;

  /** Numbers of strings that are in memory, by atom. */
  private final Long2LongOpenHashMap known = new Long2LongOpenHashMap();

  /**
   * For one store.
   *
   * @param strings where the strings are
   * @param atoms those of timelines in memory
   */
  TimelineNumbers(Blocks strings, Atoms atoms) {
    this.strings = strings;
    this.atoms = atoms;
  }

  /** The number of a timeline, if it has one. */
  OptionalLong find(long atom) {
    long number = number(atom, false);
    return number == NONE ? OptionalLong.empty() : OptionalLong.of(number);
  }

  /** The number of a timeline, which gets one if it has none. */
  long numberOf(long atom) {
    return number(atom, true);
  }

  private long number(long atom, boolean isGiven) {
    long number = known.get(atom);
    if (number != NONE) {
      return number;
    }
    String string = atoms.token(atom);
    number = hash(string);
    Optional<String> there = string(number);
    while (there.isPresent() && !there.get().equals(string)) {
      number = next(number);
      there = string(number);
    }
    if (there.isEmpty()) {
      if (!isGiven) {
        return NONE;
      }
      ByteBuffer bytes = ByteBuffer.allocate(Character.BYTES * string.length());
      bytes.asCharBuffer().put(string);
      strings.put(Blocks.Key.before(number), bytes.array());
    }
    known.put(atom, number);
    return number;
  }

  /** The atom of a timeline that has a number. */
  long atom(long number) {
    long atom = atoms.ofToken(string(number).orElseThrow());
    known.put(atom, number);
    return atom;
  }

  /** Strings leave memory, so that their atoms mean nothing any more. */
  void forget() {
    known.clear();
    known.trim();
  }

  private Optional<String> string(long number) {
    return strings
        .block(Blocks.Key.before(number))
        .map(bytes -> ByteBuffer.wrap(bytes).asCharBuffer().toString());
  }

  private static long next(long number) {
    return number + 1 < FIRST + COUNT ? number + 1 : FIRST;
  }

  /** FNV-1a, since many strings share the hash code of Java. */
  private static long hash(String string) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < string.length(); i++) {
      hash = (hash ^ string.charAt(i)) * 0x100000001b3L;
    }
    return FIRST + Math.floorMod(hash ^ hash >>> 32, COUNT);
  }
}
