package dev.isogauge.property;

import static dev.isogauge.history.Outcome.ABORTED;
import static dev.isogauge.history.Outcome.COMMITTED;
import static dev.isogauge.history.Outcome.INDETERMINATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.Outcome;
import dev.isogauge.oracle.TinyHistory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Checkers and oracle on every history with at most three transactions, two keys and two operations
 * per transaction. By default only a sample of those with three transactions.
 */
class ExhaustiveTest {
  private static final List<List<Integer>> UP_TO_TWO =
      List.of(List.of(1), List.of(2), List.of(1, 1));
  private static final List<List<Integer>> THREE =
      List.of(List.of(3), List.of(2, 1), List.of(1, 1, 1));
  private static final int SAMPLE = 401;
  private static final List<Outcome> ALL_OUTCOMES = List.of(COMMITTED, ABORTED, INDETERMINATE);

  @Test
  void upToTwoTransactions() {
    compare("up to two transactions", UP_TO_TWO, ALL_OUTCOMES, true, TestSize.pick(3, 1));
  }

  @Test
  void threeTransactionsOfAnyOutcome() {
    int step = TestSize.pick(SAMPLE, 1);
    compare("three transactions, unique values", THREE, ALL_OUTCOMES, false, step);
  }

  @Test
  void threeTransactionsWithRepeatedValues() {
    int step = TestSize.pick(SAMPLE, 1);
    compare("three transactions, any values", THREE, List.of(COMMITTED), true, step);
  }

  private static void compare(
      String title,
      List<List<Integer>> sessionSizes,
      List<Outcome> outcomes,
      boolean repeatedValues,
      int step) {
    int workers = Runtime.getRuntime().availableProcessors();
    AtomicLong compared = new AtomicLong();
    AtomicReference<Optional<String>> difference = new AtomicReference<>(Optional.empty());
    IntStream.range(0, workers)
        .parallel()
        .forEach(
            worker -> {
              for (List<Integer> sizes : sessionSizes) {
                SmallHistories.forEach(
                    sizes,
                    outcomes,
                    repeatedValues,
                    number -> number % step == 0 && number / step % workers == worker,
                    history -> {
                      if (difference.get().isEmpty()) {
                        compared.incrementAndGet();
                        compare(history, difference);
                      }
                    });
              }
            });
    String share = step == 1 ? "every one of" : "a sample of";
    String count = "%s: %s %d histories".formatted(title, share, compared.get());
    System.out.println(count);
    assertThat(difference.get()).as(count).isEmpty();
  }

  private static void compare(TinyHistory history, AtomicReference<Optional<String>> difference) {
    Optional<String> found = Agreement.difference(history);
    if (found.isPresent()) {
      difference.compareAndSet(Optional.empty(), found);
    }
  }
}
