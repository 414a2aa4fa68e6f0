package dev.isogauge.online.kernel;

import java.util.Optional;

/**
 * State of timelines that is not in memory, as blocks in the order of their keys. A host keeps them
 * where it likes; the kernel asks from one thread at a time.
 */
public interface Blocks {
  /** Where a block belongs; keys are ordered by their parts from left to right. */
  record Key(long timeline, long low, long lowLogical, long tieBreak) implements Comparable<Key> {
    /** What a timeline says about itself: behind all its segments. */
    static Key header(long timeline) {
      return new Key(timeline, Long.MAX_VALUE, Long.MAX_VALUE, 1);
    }

    /** Whether it is what a timeline says about itself. */
    public boolean isHeader() {
      return low == Long.MAX_VALUE && lowLogical == Long.MAX_VALUE && tieBreak == 1;
    }

    /** Before all of a timeline. */
    public static Key before(long timeline) {
      return new Key(timeline, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
    }

    @Override
    public int compareTo(Key other) {
      int order = Long.compare(timeline, other.timeline);
      if (order == 0) {
        order = Long.compare(low, other.low);
      }
      if (order == 0) {
        order = Long.compare(lowLogical, other.lowLogical);
      }
      return order != 0 ? order : Long.compare(tieBreak, other.tieBreak);
    }
  }

  /** Keeps a block in place of what was there. */
  void put(Key key, byte[] block);

  /** Whether the host can {@link #append}. */
  default boolean canAppend() {
    return false;
  }

  /** Adds to the end of a block, which is empty if there is none, without reading it. */
  default void append(Key key, byte[] more) {
    throw new UnsupportedOperationException("blocks are put as a whole");
  }

  /** What was appended must be there with the next checkpoint of the host. */
  default void flush() {}

  /** The block of a key, if there is one. */
  Optional<byte[]> block(Key key);

  /** Forgets a block; nothing happens if there is none. */
  void remove(Key key);

  /** The last key of a timeline at or before a point. */
  Optional<Key> floor(Key point);

  /** The last key of a timeline before a point. */
  Optional<Key> lower(Key point);

  /** The first key of a timeline after a point. */
  Optional<Key> higher(Key point);

  /**
   * Some timelines that have blocks: other ones with each call, until all have had their turn. A
   * host that keeps state by timeline need not know them.
   *
   * @param most how many at a time
   */
  default long[] timelinesInTurn(int most) {
    throw new UnsupportedOperationException("state is kept by timeline");
  }
}
