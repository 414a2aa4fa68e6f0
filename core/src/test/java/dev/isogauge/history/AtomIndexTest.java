package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AtomIndexTest {

  static Stream<Arguments> distributions() {
    return Stream.of(
        distribution("small", random -> random.nextInt(5_000)),
        distribution("growing", random -> (long) random.nextInt(1 << (1 + random.nextInt(20)))),
        distribution("any long", Random::nextLong),
        distribution("negative", random -> -random.nextInt(50_000)),
        distribution("multiples of a power of two", random -> (long) random.nextInt(9_000) << 40),
        distribution(
            "mixed",
            random ->
                random.nextBoolean() ? random.nextInt(200_000) : random.nextInt(3_000) * -77L));
  }

  private static Arguments distribution(String name, ToLongFunction<Random> atoms) {
    return Arguments.of(name, atoms);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("distributions")
  void behavesLikeAMap(String name, ToLongFunction<Random> atoms) {
    for (long seed = 0; seed < 5; seed++) {
      Random random = new Random(seed);
      AtomIndex index = new AtomIndex();
      Map<Long, Integer> twin = new HashMap<>();
      for (int i = 0; i < 40_000; i++) {
        long atom = atoms.applyAsLong(random);
        if (random.nextInt(3) == 0) {
          assertThat(index.find(atom))
              .as("%s, seed %d, step %d", name, seed, i)
              .isEqualTo(twin.getOrDefault(atom, History.NONE));
        } else {
          int id = twin.computeIfAbsent(atom, unused -> twin.size());
          assertThat(index.intern(atom)).as("%s, seed %d, step %d", name, seed, i).isEqualTo(id);
        }
      }
      assertThat(index.size()).isEqualTo(twin.size());
      twin.forEach((atom, id) -> assertThat(index.atom(id)).isEqualTo(atom));
      twin.forEach((atom, id) -> assertThat(index.find(atom)).isEqualTo(id));
    }
  }

  /** Atoms that were hashed when the array was short must still be found when it has grown. */
  @Test
  void atomsMoveIntoTheArrayWhenItGrows() {
    AtomIndex index = new AtomIndex();
    for (long atom = 100_000; atom > 0; atom--) {
      index.intern(atom);
    }
    for (long atom = 100_000; atom > 0; atom--) {
      assertThat(index.find(atom)).isEqualTo((int) (100_000 - atom));
    }
    assertThat(index.find(0)).isEqualTo(History.NONE);
    assertThat(index.find(100_001)).isEqualTo(History.NONE);
  }
}
