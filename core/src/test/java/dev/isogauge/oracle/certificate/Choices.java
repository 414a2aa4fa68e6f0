package dev.isogauge.oracle.certificate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The choices that make one history: all combinations one after the other, or random ones. Whoever
 * makes a history asks {@link #pick} and finds another answer somewhere in each round.
 */
final class Choices {
  private final Optional<Random> random;
  private final List<Integer> picked = new ArrayList<>();
  private final List<Integer> bounds = new ArrayList<>();
  private int at;

  private Choices(Optional<Random> random) {
    this.random = random;
  }

  static Choices all() {
    return new Choices(Optional.empty());
  }

  static Choices random(long seed) {
    return new Choices(Optional.of(new Random(seed)));
  }

  /** A number below the bound. */
  int pick(int bound) {
    if (random.isPresent()) {
      return random.get().nextInt(bound);
    }
    if (at == picked.size()) {
      picked.add(0);
      bounds.add(bound);
    }
    return picked.get(at++);
  }

  /** Goes on to the next combination; false if that was the last. */
  boolean next() {
    at = 0;
    if (random.isPresent()) {
      return true;
    }
    int last = picked.size() - 1;
    while (last >= 0 && picked.get(last) + 1 == bounds.get(last)) {
      picked.remove(last);
      bounds.remove(last);
      last--;
    }
    if (last >= 0) {
      picked.set(last, picked.get(last) + 1);
    }
    return last >= 0;
  }
}
