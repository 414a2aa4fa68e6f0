package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Checks;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.Oracle;
import dev.isogauge.oracle.Shapes;
import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.oracle.WeakLevels;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.verify.WitnessVerifier;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What must hold of the checkers whatever the history. */
class PropertyTest {
  private static final int MAX_TRANSACTIONS = 8;

  @Test
  void strongerImpliesWeaker() {
    forEachHistory(
        (seed, tiny) -> {
          History history = tiny.toHistory();
          for (IsolationLevel strong : WeakLevels.ALL) {
            if (check(history, strong) instanceof Verdict.Satisfied) {
              for (IsolationLevel weak : strong.implied()) {
                assertThat(check(history, weak))
                    .as("%s and %s, seed %d: %s", strong, weak, seed, tiny)
                    .isInstanceOf(Verdict.Satisfied.class);
              }
            }
          }
        });
  }

  @Test
  void namesOfKeysAndValuesDoNotMatter() {
    unchangedBy(Renaming::keysAndValues);
  }

  @Test
  void namesOfTransactionsDoNotMatter() {
    unchangedBy(Renaming::transactions);
  }

  private static void unchangedBy(UnaryOperator<TinyHistory> renaming) {
    forEachHistory(
        (seed, tiny) -> {
          History before = tiny.toHistory();
          History after = renaming.apply(tiny).toHistory();
          for (IsolationLevel level : WeakLevels.ALL) {
            assertThat(inShort(after, level, t -> t))
                .as("%s, seed %d: %s", level, seed, tiny)
                .isEqualTo(inShort(before, level, t -> t));
          }
        });
  }

  @Test
  void theOrderOfSessionsDoesNotMatter() {
    forEachHistory(
        (seed, tiny) -> {
          List<Integer> order = Renaming.permutation(tiny, new Random(seed));
          int[] numbers = Renaming.numbers(tiny, order);
          History before = tiny.toHistory();
          History after = Renaming.sessions(tiny, order).toHistory();
          for (IsolationLevel level : WeakLevels.ALL) {
            assertThat(inShort(after, level, t -> t))
                .as("%s, seed %d: %s in the order %s", level, seed, tiny, order)
                .isEqualTo(inShort(before, level, t -> t < 0 ? t : numbers[t]));
          }
        });
  }

  /** The verifier and the oracle judge every order alike, also those that prove nothing. */
  @Test
  void theVerifierRefutesWhatProvesNothing() {
    AtomicInteger proving = new AtomicInteger();
    AtomicInteger refuted = new AtomicInteger();
    forEachHistory(
        (seed, tiny) -> {
          History history = tiny.toHistory();
          Oracle oracle = new Oracle(tiny);
          for (IsolationLevel level : WeakLevels.ALL) {
            Verdict verdict = check(history, level);
            if (verdict instanceof Verdict.Satisfied satisfied
                && level != IsolationLevel.CUT_ISOLATION
                && oracle.bySaturation(level) == Oracle.Answer.SATISFIED) {
              List<Integer> transactions = Agreement.transactions(satisfied.witness());
              for (int i = 0; i < transactions.size(); i++) {
                for (int j = i + 1; j < transactions.size(); j++) {
                  List<Integer> swapped = swapped(transactions, i, j);
                  boolean proves = oracle.accepts(level, swapped);
                  Witness mutated =
                      Witness.serial(swapped.stream().mapToInt(Integer::intValue).toArray());
                  assertThat(WitnessVerifier.refute(history, level, mutated).isEmpty())
                      .as("%s, seed %d: %s in the order %s", level, seed, tiny, swapped)
                      .isEqualTo(proves);
                  (proves ? proving : refuted).incrementAndGet();
                }
              }
            }
          }
        });
    assertThat(proving).hasValueGreaterThan(1000);
    assertThat(refuted).hasValueGreaterThan(1000);
  }

  @Test
  void theVerifierRefutesAnIncompleteOrder() {
    TinyHistory tiny = RandomHistories.make(Shape.ALL[0], 1, 3);
    Witness nothing = Witness.serial(new int[0]);
    assertThat(WitnessVerifier.refute(tiny.toHistory(), IsolationLevel.CAUSAL, nothing))
        .isPresent();
  }

  private static List<Integer> swapped(List<Integer> order, int i, int j) {
    Integer[] swapped = order.toArray(Integer[]::new);
    swapped[i] = order.get(j);
    swapped[j] = order.get(i);
    return List.of(swapped);
  }

  private static Verdict check(History history, IsolationLevel level) {
    return Checks.check(history, level, Limits.DEFAULT);
  }

  /** Verdict and findings without what may differ: the witness t2, where it is seen, and paths. */
  private static String inShort(History history, IsolationLevel level, IntUnaryOperator number) {
    Verdict verdict = check(history, level);
    if (verdict instanceof Verdict.Violated violated) {
      return violated.anomalies().stream()
          .map(anomaly -> inShort(history, anomaly, number))
          .sorted()
          .collect(Collectors.joining(" ", "violated ", ""));
    }
    return verdict.word();
  }

  private static String inShort(History history, Anomaly anomaly, IntUnaryOperator number) {
    Shapes.Shape shape = Shapes.of(anomaly);
    if (shape instanceof Shapes.FaultyRead fault) {
      int place = fault.read() - history.firstOperation(fault.transaction());
      return fault.kind() + "/" + number.applyAsInt(fault.transaction()) + "/" + place;
    } else if (shape instanceof Shapes.StaleRead stale) {
      return "%s/%d/%s/%d"
          .formatted(
              stale.kind(),
              number.applyAsInt(stale.t3()),
              history.keyName(stale.key()).replaceFirst("^key_", ""),
              number.applyAsInt(stale.t1()));
    } else if (shape instanceof Shapes.NonRepeatableRead read) {
      return "%s/%d/%s/%d/%d"
          .formatted(
              anomaly.kind(),
              number.applyAsInt(read.transaction()),
              history.keyName(read.key()).replaceFirst("^key_", ""),
              read.firstRead() - history.firstOperation(read.transaction()),
              read.secondRead() - history.firstOperation(read.transaction()));
    }
    return anomaly.kind().toString();
  }

  private static void forEachHistory(BiConsumer<Long, TinyHistory> body) {
    int perShape = TestSize.pick(120, 10_000);
    for (Shape shape : Shape.ALL) {
      LongStream.range(0, perShape)
          .parallel()
          .forEach(seed -> body.accept(seed, RandomHistories.make(shape, seed, MAX_TRANSACTIONS)));
    }
  }
}
