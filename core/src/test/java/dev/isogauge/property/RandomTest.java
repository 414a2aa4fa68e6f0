package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.Oracle;
import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.oracle.WeakLevels;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checkers and oracle on random histories of up to six transactions. */
class RandomTest {
  private static final int MAX_TRANSACTIONS = 6;

  static Shape[] shapes() {
    return Shape.ALL;
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void checkersAgreeWithTheOracle(Shape shape) {
    Optional<String> difference =
        seeds(TestSize.pick(1_500, 15_000))
            .mapToObj(
                seed -> {
                  TinyHistory history = RandomHistories.make(shape, seed, MAX_TRANSACTIONS);
                  return Agreement.difference(history).map(text -> "seed " + seed + ": " + text);
                })
            .flatMap(Optional::stream)
            .findFirst();
    assertThat(difference).isEmpty();
  }

  /** The oracle's two ways of deciding have nothing in common but the facts they start from. */
  @ParameterizedTest
  @MethodSource("shapes")
  void oracleAgreesWithItself(Shape shape) {
    seeds(TestSize.pick(250, 5_000))
        .forEach(
            seed -> {
              TinyHistory history = RandomHistories.make(shape, seed, MAX_TRANSACTIONS);
              Oracle oracle = new Oracle(history);
              for (IsolationLevel level : WeakLevels.ALL) {
                assertThat(oracle.bySearch(level))
                    .as("%s, seed %d: %s", level, seed, history)
                    .isEqualTo(oracle.bySaturation(level));
              }
            });
  }

  /** A test of histories that are all alike proves little. */
  @Test
  void everyAnswerAndEveryLetterOccurs() {
    Map<IsolationLevel, Map<Oracle.Answer, Integer>> answers = new EnumMap<>(IsolationLevel.class);
    StringBuilder letters = new StringBuilder();
    for (Shape shape : Shape.ALL) {
      for (long seed = 0; seed < 400; seed++) {
        Oracle oracle = new Oracle(RandomHistories.make(shape, seed, MAX_TRANSACTIONS));
        for (IsolationLevel level : WeakLevels.ALL) {
          answers
              .computeIfAbsent(level, unused -> new EnumMap<>(Oracle.Answer.class))
              .merge(oracle.bySaturation(level), 1, Integer::sum);
        }
        oracle.findings().forEach(finding -> letters.append(finding.letter()));
      }
    }
    for (IsolationLevel level : WeakLevels.ALL) {
      assertThat(answers.get(level)).as(level.id()).hasSize(3);
      assertThat(answers.get(level).values()).as(level.id()).allMatch(count -> count > 150);
    }
    for (char letter = 'a'; letter <= 'n'; letter++) {
      assertThat(letters.toString()).contains(String.valueOf(letter));
    }
  }

  private static LongStream seeds(int count) {
    return LongStream.range(0, count).parallel();
  }
}
