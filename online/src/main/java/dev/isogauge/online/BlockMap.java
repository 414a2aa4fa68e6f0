package dev.isogauge.online;

import dev.isogauge.online.BlockLog.Address;
import java.util.Optional;
import org.h2.mvstore.MVMap;

/** Finds the blocks of timelines by position. Used by one thread. */
final class BlockMap {
  /** Where a block belongs. */
  record Key(long timeline, long low, long lowLogical, long tieBreak) {}

  private final MVMap<Key, Address> addresses;
  private final BlockLog log;
  private boolean isEmpty = true;

  BlockMap(MVMap<Key, Address> addresses, BlockLog log) {
    this.addresses = addresses;
    this.log = log;
  }

  void put(Key key, byte[] block) {
    Address old = addresses.put(key, log.append(block));
    if (old != null) {
      log.discard(old);
    }
    isEmpty = false;
  }

  byte[] block(Key key) {
    return log.read(addresses.get(key));
  }

  /** The last block of the timeline that begins at or before a point. */
  Optional<Key> floor(long timeline, long low, long lowLogical) {
    return isEmpty
        ? Optional.empty()
        : of(timeline, addresses.floorKey(new Key(timeline, low, lowLogical, Long.MAX_VALUE)));
  }

  /** The last block of the timeline that begins before a point. */
  Optional<Key> lower(long timeline, long low, long lowLogical) {
    return isEmpty
        ? Optional.empty()
        : of(timeline, addresses.lowerKey(new Key(timeline, low, lowLogical, Long.MIN_VALUE)));
  }

  /** The first block of the timeline that begins after a point. */
  Optional<Key> higher(long timeline, long low, long lowLogical, long tieBreak) {
    return isEmpty
        ? Optional.empty()
        : of(timeline, addresses.higherKey(new Key(timeline, low, lowLogical, tieBreak)));
  }

  private static Optional<Key> of(long timeline, Key key) {
    return key != null && key.timeline == timeline ? Optional.of(key) : Optional.empty();
  }
}
