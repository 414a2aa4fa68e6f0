package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.kernel.Blocks;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** Blocks that are stored by the numbers of their timelines instead of by atoms. */
final class NumberedBlocks implements Blocks {
  private final Blocks stored;
  private final TimelineNumbers numbers;

  NumberedBlocks(Blocks stored, TimelineNumbers numbers) {
    this.stored = stored;
    this.numbers = numbers;
  }

  @Override
  public void put(Key key, byte[] block) {
    stored.put(
        Atoms.isLocal(key.timeline()) ? of(numbers.numberOf(key.timeline()), key) : key, block);
  }

  @Override
  public Optional<byte[]> block(Key key) {
    return Atoms.isLocal(key.timeline()) ? find(key).flatMap(stored::block) : stored.block(key);
  }

  @Override
  public void remove(Key key) {
    if (Atoms.isLocal(key.timeline())) {
      find(key).ifPresent(stored::remove);
    } else {
      stored.remove(key);
    }
  }

  @Override
  public Optional<Key> floor(Key point) {
    return near(point, stored::floor);
  }

  @Override
  public Optional<Key> lower(Key point) {
    return near(point, stored::lower);
  }

  @Override
  public Optional<Key> higher(Key point) {
    return near(point, stored::higher);
  }

  @Override
  public long[] timelinesInTurn(int most) {
    return Arrays.stream(stored.timelinesInTurn(most))
        .map(number -> Atoms.isLocal(number) ? numbers.atom(number) : number)
        .toArray();
  }

  private Optional<Key> near(Key point, Function<Key, Optional<Key>> search) {
    return Atoms.isLocal(point.timeline())
        ? find(point).flatMap(search).map(found -> of(point.timeline(), found))
        : search.apply(point);
  }

  private Optional<Key> find(Key key) {
    OptionalLong number = numbers.find(key.timeline());
    return number.isPresent() ? Optional.of(of(number.getAsLong(), key)) : Optional.empty();
  }

  private static Key of(long timeline, Key key) {
    return new Key(timeline, key.low(), key.lowLogical(), key.tieBreak());
  }
}
